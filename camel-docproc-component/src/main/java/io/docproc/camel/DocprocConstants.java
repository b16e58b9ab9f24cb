/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.spi.Metadata;

/**
 * Names of the message headers. Result headers contain values of the response that routes use for decisions. Option
 * headers override an option of the endpoint for one message.
 */
public final class DocprocConstants {
    /** Request id of the service, which its support needs. */
    @Metadata(javaType = "String", label = "result")
    public static final String REQUEST_ID = "CamelDocprocRequestId";

    /** Code of the service; 200 = success. */
    @Metadata(javaType = "Integer", label = "result")
    public static final String CODE = "CamelDocprocCode";

    /** Message of the service. */
    @Metadata(javaType = "String", label = "result")
    public static final String MESSAGE = "CamelDocprocMessage";

    /** Version of the service. */
    @Metadata(javaType = "String", label = "result")
    public static final String VERSION = "CamelDocprocVersion";

    /** Processing time of the service in milliseconds. */
    @Metadata(javaType = "java.math.BigDecimal", label = "result")
    public static final String DURATION = "CamelDocprocDuration";

    /**
     * Corners of the first detected page as text x1,y1,x2,y2,x3,y3,x4,y4 in pixels of the original: top-left,
     * top-right, bottom-right, bottom-left.
     */
    @Metadata(javaType = "String", label = "result")
    public static final String POSITION = "CamelDocprocPosition";

    /** Detected angle of the page: 0, 90 (rotated right), 180, 270 (rotated left), -1 (not detected). */
    @Metadata(javaType = "Integer", label = "result")
    public static final String ANGLE = "CamelDocprocAngle";

    /** Width of the first cropped image in pixels. */
    @Metadata(javaType = "Integer", label = "result")
    public static final String CROPPED_WIDTH = "CamelDocprocCroppedWidth";

    /** Height of the first cropped image in pixels. */
    @Metadata(javaType = "Integer", label = "result")
    public static final String CROPPED_HEIGHT = "CamelDocprocCroppedHeight";

    /** Width of the original image in pixels. */
    @Metadata(javaType = "Integer", label = "result")
    public static final String ORIGIN_WIDTH = "CamelDocprocOriginWidth";

    /** Height of the original image in pixels. */
    @Metadata(javaType = "Integer", label = "result")
    public static final String ORIGIN_HEIGHT = "CamelDocprocOriginHeight";

    /** Number of pages that the service has processed; a parse is billed by it. */
    @Metadata(javaType = "Integer", label = "result")
    public static final String SUCCESS_COUNT = "CamelDocprocSuccessCount";

    /** Id of the parse job. */
    @Metadata(javaType = "String", label = "result")
    public static final String JOB_ID = "CamelDocprocJobId";

    /** Processing status: finished for a complete extraction, or the status of a parse job. */
    @Metadata(javaType = "String", label = "result")
    public static final String STATUS = "CamelDocprocStatus";

    /** URL of a document that the service downloads itself, used instead of the message body. */
    @Metadata(javaType = "String", label = "option")
    public static final String FILE_URL = "CamelDocprocFileUrl";

    /** Name under which the document is sent. */
    @Metadata(javaType = "String", label = "option")
    public static final String FILE_NAME = "CamelDocprocFileName";

    /** Whether the component checks the document and the schema before it sends them. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String VALIDATE_INPUT = "CamelDocprocValidateInput";

    /** Content of the message body after the call, for example image, fields, document or response. */
    @Metadata(javaType = "String", label = "option")
    public static final String OUTPUT = "CamelDocprocOutput";

    /**
     * Enhancement: -1 none, 1 brighten, 2 enhance and sharpen, 3 black and white, 4 grayscale, 5 shadow removal and
     * enhancement, 6 bitmap (dithered).
     */
    @Metadata(javaType = "Integer", label = "option")
    public static final String ENHANCE_MODE = "CamelDocprocEnhanceMode";

    /** Whether the service crops the image to the detected document. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String CROP_IMAGE = "CamelDocprocCropImage";

    /** Whether the response contains only the corners and no image. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String ONLY_POSITION = "CamelDocprocOnlyPosition";

    /** Whether the service corrects curvature and perspective. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String DEWARP_IMAGE = "CamelDocprocDewarpImage";

    /** Whether the service sharpens the image. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String DEBLUR_IMAGE = "CamelDocprocDeblurImage";

    /** Whether the service rotates a page that lies on its side or upside down into upright position. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String CORRECT_DIRECTION = "CamelDocprocCorrectDirection";

    /** Whether the cropped image has rounded corners. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String ROUND_IMAGE = "CamelDocprocRoundImage";

    /** JPEG quality of the result, 1 to 100. */
    @Metadata(javaType = "Integer", label = "option")
    public static final String JPEG_QUALITY = "CamelDocprocJpegQuality";

    /**
     * Size and corners of the crop as width,height,x1,y1,x2,y2,x3,y3,x4,y4 in pixels (top-left, top-right,
     * bottom-right, bottom-left), used instead of detection.
     */
    @Metadata(javaType = "String", label = "option")
    public static final String SIZE_AND_POSITION = "CamelDocprocSizeAndPosition";

    /** Whether the service crops and straightens pages before recognition. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String CROP_DEWARP = "CamelDocprocCropDewarp";

    /** Whether the service removes watermarks before recognition. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String REMOVE_WATERMARK = "CamelDocprocRemoveWatermark";

    /** Recognition mode of the service. Known values: auto, scan, lite, parse, vlm. */
    @Metadata(javaType = "String", label = "option")
    public static final String PARSE_MODE = "CamelDocprocParseMode";

    /**
     * Level of formula recognition. extract: 0 all formulas, 1 only formulas on their own lines, 2 none. parse, parseSync,
     * parseAsync: 0 standard, 1 enhanced.
     */
    @Metadata(javaType = "Integer", label = "option")
    public static final String FORMULA_LEVEL = "CamelDocprocFormulaLevel";

    /** Password of a protected PDF. */
    @Metadata(javaType = "String", label = "option", secret = true)
    public static final String PDF_PASSWORD = "CamelDocprocPdfPassword";

    /** JSON schema of the fields to extract, as a String, Map, JsonNode or InputStream. */
    @Metadata(javaType = "Object", label = "option")
    public static final String SCHEMA = "CamelDocprocSchema";

    /** First page to process, from 1. */
    @Metadata(javaType = "Integer", label = "option")
    public static final String PAGE_START = "CamelDocprocPageStart";

    /** Number of pages to process, from 1; 100 if not set. */
    @Metadata(javaType = "Integer", label = "option")
    public static final String PAGE_COUNT = "CamelDocprocPageCount";

    /** Images that the response contains. Known values: none, page, objects, both. */
    @Metadata(javaType = "String", label = "option")
    public static final String GET_IMAGE = "CamelDocprocGetImage";

    /** Format in which the service passes on tables internally. Known values: html, md, none. */
    @Metadata(javaType = "String", label = "option")
    public static final String TABLE_FLAVOR = "CamelDocprocTableFlavor";

    /** Whether the response contains page, text and position of each value. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String GENERATE_CITATIONS = "CamelDocprocGenerateCitations";

    /** Whether the service detects stamps. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String STAMP = "CamelDocprocStamp";

    /** Handling of a response of which only a part succeeded: fail or accept. */
    @Metadata(javaType = "String", label = "option")
    public static final String PARTIAL_FAILURE = "CamelDocprocPartialFailure";

    /** Whether elements contain their position in the hierarchy of the document. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String INCLUDE_HIERARCHY = "CamelDocprocIncludeHierarchy";

    /** Whether the result contains objects inside text. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String INCLUDE_INLINE_OBJECTS = "CamelDocprocIncludeInlineObjects";

    /** Whether the result contains details of each character. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String INCLUDE_CHAR_DETAILS = "CamelDocprocIncludeCharDetails";

    /** Whether the result contains image data. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String INCLUDE_IMAGE_DATA = "CamelDocprocIncludeImageData";

    /** Whether the result contains the structure of tables. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String INCLUDE_TABLE_STRUCTURE = "CamelDocprocIncludeTableStructure";

    /** Whether the result contains information about pages. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String PAGES = "CamelDocprocPages";

    /** Whether the result contains the tree of titles. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String TITLE_TREE = "CamelDocprocTitleTree";

    /** Format of tables in the result. Known values: html, markdown. */
    @Metadata(javaType = "String", label = "option")
    public static final String TABLE_VIEW = "CamelDocprocTableView";

    /** Pages to parse, counted from 1, for example 1-2,5-10. */
    @Metadata(javaType = "String", label = "option")
    public static final String PAGE_RANGE = "CamelDocprocPageRange";

    /** Name of the parsing engine to use; the provider documents the names. */
    @Metadata(javaType = "String", label = "option")
    public static final String FORCE_ENGINE = "CamelDocprocForceEngine";

    /** Format in which images are returned. Known values: url, base64. */
    @Metadata(javaType = "String", label = "option")
    public static final String IMAGE_OUTPUT_TYPE = "CamelDocprocImageOutputType";

    /** Whether the service recognizes chemical formulas. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String RECOGNIZE_CHEMICAL = "CamelDocprocRecognizeChemical";

    /** Complete config JSON of a parse call, as a String, Map, JsonNode or InputStream. */
    @Metadata(javaType = "Object", label = "option")
    public static final String CONFIG = "CamelDocprocConfig";

    /** Path of the service whose packages are queried. */
    @Metadata(javaType = "String", label = "option")
    public static final String API_PATH = "CamelDocprocApiPath";

    /** Path of the call, below the address of the service. */
    @Metadata(javaType = "String", label = "option")
    public static final String SERVICE_PATH = "CamelDocprocServicePath";

    /** HTTP method of the call: GET or POST. */
    @Metadata(javaType = "String", label = "option")
    public static final String SERVICE_METHOD = "CamelDocprocServiceMethod";

    /** Whether the body is sent as a multipart form. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String MULTIPART = "CamelDocprocMultipart";

    /** Service that is called: main or workflow. */
    @Metadata(javaType = "String", label = "option")
    public static final String SERVICE = "CamelDocprocService";

    /** Language of the texts in the response: zh_CN or en_US. */
    @Metadata(javaType = "String", label = "option")
    public static final String LANG = "CamelDocprocLang";

    /**
     * Whether the same call returns the answer of an earlier one. If false, each call is made and billed. call stores its
     * response only if this is true.
     */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String STORE_RESULT = "CamelDocprocStoreResult";

    /** Maximum time for which the call waits for the end of an outage; 0 = the exception is thrown at once. */
    @Metadata(javaType = "java.time.Duration", label = "option")
    public static final String OUTAGE_TIMEOUT = "CamelDocprocOutageTimeout";

    /** Whether the response contains all packages, including expired ones, or only those in effect. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String INCLUDE_ALL = "CamelDocprocIncludeAll";

    /** Workspace of the file category. Overrides the body. */
    @Metadata(javaType = "String", label = "option")
    public static final String WORKSPACE_ID = "CamelDocprocWorkspaceId";

    /** File category. Overrides the body. */
    @Metadata(javaType = "String", label = "option")
    public static final String CATEGORY_ID = "CamelDocprocCategoryId";

    /** Table of the file category. Overrides the body. */
    @Metadata(javaType = "String", label = "option")
    public static final String TABLE_ID = "CamelDocprocTableId";

    /** Whether the response contains all fields or only the id. Overrides the body. */
    @Metadata(javaType = "Boolean", label = "option")
    public static final String WITH_DETAIL = "CamelDocprocWithDetail";

    /** URL of the result of a parse job. */
    @Metadata(javaType = "String", label = "result")
    public static final String RESULT_URL = "CamelDocprocResultUrl";

    /** Name of the file in the response, from its Content-Disposition, without path; with output=bytes. */
    @Metadata(javaType = "String", label = "result")
    public static final String RESPONSE_FILE_NAME = "CamelDocprocResponseFileName";

    /** Correlation id of a parse job. */
    @Metadata(javaType = "String", label = "result")
    public static final String CORRELATION_ID = "CamelDocprocCorrelationId";

    /**
     * Whether the service was called: true for a call, false for the answer of an earlier one. Set by each billed call. A
     * call may be covered by a package.
     */
    @Metadata(javaType = "Boolean", label = "result")
    public static final String BILLED = "CamelDocprocBilled";

    /**
     * Number of pages that this call adds to the bill: the pages that the service has processed, or 0 for the answer of an
     * earlier call, except for the first result of a job that parse continues. Set if the response contains their number, by extract, parse, parseSync, parseResult and call. The pages
     * of a job of parseAsync are those of its parseResult, at each download.
     */
    @Metadata(javaType = "Integer", label = "result")
    public static final String BILLED_PAGES = "CamelDocprocBilledPages";

    /** Further fields of the request, for fields that have no option. Null removes a field of the endpoint. */
    @Metadata(javaType = "java.util.Map", label = "option")
    public static final String PARAM = "CamelDocprocParam";

    /** URL that the service calls when the job completes, used instead of the callback URL of the component. */
    @Metadata(javaType = "String", label = "option")
    public static final String WEBHOOK = "CamelDocprocWebhook";

    private DocprocConstants() {}
}
