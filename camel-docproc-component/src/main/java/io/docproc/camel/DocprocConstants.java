/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.spi.Metadata;

/**
 * Names of the message headers. Result headers contain values of the response that routes use for decisions. Option
 * headers override an option of the endpoint for one message.
 */
public final class DocprocConstants {
    @Metadata(
            description = "Request id of the service, which its support needs.",
            javaType = "String",
            label = "result")
    public static final String REQUEST_ID = "CamelDocprocRequestId";

    @Metadata(description = "Code of the service; 200 = success.", javaType = "Integer", label = "result")
    public static final String CODE = "CamelDocprocCode";

    @Metadata(description = "Message of the service.", javaType = "String", label = "result")
    public static final String MESSAGE = "CamelDocprocMessage";

    @Metadata(description = "Version of the service.", javaType = "String", label = "result")
    public static final String VERSION = "CamelDocprocVersion";

    @Metadata(
            description = "Processing time of the service in milliseconds.",
            javaType = "java.math.BigDecimal",
            label = "result")
    public static final String DURATION = "CamelDocprocDuration";

    @Metadata(
            description =
                    "Corners of the first detected page as text x1,y1,x2,y2,x3,y3,x4,y4 in pixels of the original: "
                            + "top-left, top-right, bottom-right, bottom-left.",
            javaType = "String",
            label = "result")
    public static final String POSITION = "CamelDocprocPosition";

    @Metadata(
            description =
                    "Detected angle of the page: 0, 90 (rotated right), 180, 270 (rotated left), -1 (not detected).",
            javaType = "Integer",
            label = "result")
    public static final String ANGLE = "CamelDocprocAngle";

    @Metadata(description = "Width of the first cropped image in pixels.", javaType = "Integer", label = "result")
    public static final String CROPPED_WIDTH = "CamelDocprocCroppedWidth";

    @Metadata(description = "Height of the first cropped image in pixels.", javaType = "Integer", label = "result")
    public static final String CROPPED_HEIGHT = "CamelDocprocCroppedHeight";

    @Metadata(description = "Width of the original image in pixels.", javaType = "Integer", label = "result")
    public static final String ORIGIN_WIDTH = "CamelDocprocOriginWidth";

    @Metadata(description = "Height of the original image in pixels.", javaType = "Integer", label = "result")
    public static final String ORIGIN_HEIGHT = "CamelDocprocOriginHeight";

    @Metadata(
            description = "Number of pages that the service has processed; a parse is billed by it.",
            javaType = "Integer",
            label = "result")
    public static final String SUCCESS_COUNT = "CamelDocprocSuccessCount";

    @Metadata(description = "Id of the parse job.", javaType = "String", label = "result")
    public static final String JOB_ID = "CamelDocprocJobId";

    @Metadata(
            description = "Processing status: finished for a complete extraction, or the status of a parse job.",
            javaType = "String",
            label = "result")
    public static final String STATUS = "CamelDocprocStatus";

    @Metadata(
            description = "URL of a document that the service downloads itself, used instead of the message body.",
            javaType = "String",
            label = "option")
    public static final String FILE_URL = "CamelDocprocFileUrl";

    @Metadata(description = "Name under which the document is sent.", javaType = "String", label = "option")
    public static final String FILE_NAME = "CamelDocprocFileName";

    @Metadata(
            description = "Whether the component checks the document and the schema before it sends them.",
            javaType = "Boolean",
            label = "option")
    public static final String VALIDATE_INPUT = "CamelDocprocValidateInput";

    @Metadata(
            description =
                    "Content of the message body after the call, for example image, fields, document or response.",
            javaType = "String",
            label = "option")
    public static final String OUTPUT = "CamelDocprocOutput";

    @Metadata(
            description =
                    "Enhancement: -1 none, 1 brighten, 2 enhance and sharpen, 3 black and white, 4 grayscale, 5 shadow removal and enhancement, 6 bitmap (dithered).",
            javaType = "Integer",
            label = "option")
    public static final String ENHANCE_MODE = "CamelDocprocEnhanceMode";

    @Metadata(
            description = "Whether the service crops the image to the detected document.",
            javaType = "Boolean",
            label = "option")
    public static final String CROP_IMAGE = "CamelDocprocCropImage";

    @Metadata(
            description = "Whether the response contains only the corners and no image.",
            javaType = "Boolean",
            label = "option")
    public static final String ONLY_POSITION = "CamelDocprocOnlyPosition";

    @Metadata(
            description = "Whether the service corrects curvature and perspective.",
            javaType = "Boolean",
            label = "option")
    public static final String DEWARP_IMAGE = "CamelDocprocDewarpImage";

    @Metadata(description = "Whether the service sharpens the image.", javaType = "Boolean", label = "option")
    public static final String DEBLUR_IMAGE = "CamelDocprocDeblurImage";

    @Metadata(
            description =
                    "Whether the service rotates a page that lies on its side or upside down into upright position.",
            javaType = "Boolean",
            label = "option")
    public static final String CORRECT_DIRECTION = "CamelDocprocCorrectDirection";

    @Metadata(description = "Whether the cropped image has rounded corners.", javaType = "Boolean", label = "option")
    public static final String ROUND_IMAGE = "CamelDocprocRoundImage";

    @Metadata(description = "JPEG quality of the result, 1 to 100.", javaType = "Integer", label = "option")
    public static final String JPEG_QUALITY = "CamelDocprocJpegQuality";

    @Metadata(
            description =
                    "Size and corners of the crop as width,height,x1,y1,x2,y2,x3,y3,x4,y4 in pixels (top-left, top-right, bottom-right, bottom-left), used instead of detection.",
            javaType = "String",
            label = "option")
    public static final String SIZE_AND_POSITION = "CamelDocprocSizeAndPosition";

    @Metadata(
            description = "Whether the service crops and straightens pages before recognition.",
            javaType = "Boolean",
            label = "option")
    public static final String CROP_DEWARP = "CamelDocprocCropDewarp";

    @Metadata(
            description = "Whether the service removes watermarks before recognition.",
            javaType = "Boolean",
            label = "option")
    public static final String REMOVE_WATERMARK = "CamelDocprocRemoveWatermark";

    @Metadata(
            description = "Recognition mode of the service. Known values: auto, scan, lite, parse, vlm.",
            javaType = "String",
            label = "option")
    public static final String PARSE_MODE = "CamelDocprocParseMode";

    @Metadata(
            description =
                    "Level of formula recognition. extract: 0 all formulas, 1 only formulas on their own lines, 2 "
                            + "none. parseSync, parseAsync: 0 standard, 1 enhanced.",
            javaType = "Integer",
            label = "option")
    public static final String FORMULA_LEVEL = "CamelDocprocFormulaLevel";

    @Metadata(description = "Password of a protected PDF.", javaType = "String", label = "option", secret = true)
    public static final String PDF_PASSWORD = "CamelDocprocPdfPassword";

    @Metadata(
            description = "JSON schema of the fields to extract, as a String, Map, JsonNode or InputStream.",
            javaType = "Object",
            label = "option")
    public static final String SCHEMA = "CamelDocprocSchema";

    @Metadata(description = "First page to process, from 1.", javaType = "Integer", label = "option")
    public static final String PAGE_START = "CamelDocprocPageStart";

    @Metadata(
            description = "Number of pages to process, from 1; 100 if not set.",
            javaType = "Integer",
            label = "option")
    public static final String PAGE_COUNT = "CamelDocprocPageCount";

    @Metadata(
            description = "Images that the response contains. Known values: none, page, objects, both.",
            javaType = "String",
            label = "option")
    public static final String GET_IMAGE = "CamelDocprocGetImage";

    @Metadata(
            description = "Format in which the service passes on tables internally. Known values: html, md, none.",
            javaType = "String",
            label = "option")
    public static final String TABLE_FLAVOR = "CamelDocprocTableFlavor";

    @Metadata(
            description = "Whether the response contains page, text and position of each value.",
            javaType = "Boolean",
            label = "option")
    public static final String GENERATE_CITATIONS = "CamelDocprocGenerateCitations";

    @Metadata(description = "Whether the service detects stamps.", javaType = "Boolean", label = "option")
    public static final String STAMP = "CamelDocprocStamp";

    @Metadata(
            description = "Handling of a response of which only a part succeeded: fail or accept.",
            javaType = "String",
            label = "option")
    public static final String PARTIAL_FAILURE = "CamelDocprocPartialFailure";

    @Metadata(
            description = "Whether elements contain their position in the hierarchy of the document.",
            javaType = "Boolean",
            label = "option")
    public static final String INCLUDE_HIERARCHY = "CamelDocprocIncludeHierarchy";

    @Metadata(description = "Whether the result contains objects inside text.", javaType = "Boolean", label = "option")
    public static final String INCLUDE_INLINE_OBJECTS = "CamelDocprocIncludeInlineObjects";

    @Metadata(
            description = "Whether the result contains details of each character.",
            javaType = "Boolean",
            label = "option")
    public static final String INCLUDE_CHAR_DETAILS = "CamelDocprocIncludeCharDetails";

    @Metadata(description = "Whether the result contains image data.", javaType = "Boolean", label = "option")
    public static final String INCLUDE_IMAGE_DATA = "CamelDocprocIncludeImageData";

    @Metadata(
            description = "Whether the result contains the structure of tables.",
            javaType = "Boolean",
            label = "option")
    public static final String INCLUDE_TABLE_STRUCTURE = "CamelDocprocIncludeTableStructure";

    @Metadata(
            description = "Whether the result contains information about pages.",
            javaType = "Boolean",
            label = "option")
    public static final String PAGES = "CamelDocprocPages";

    @Metadata(description = "Whether the result contains the tree of titles.", javaType = "Boolean", label = "option")
    public static final String TITLE_TREE = "CamelDocprocTitleTree";

    @Metadata(
            description = "Format of tables in the result. Known values: html, markdown.",
            javaType = "String",
            label = "option")
    public static final String TABLE_VIEW = "CamelDocprocTableView";

    @Metadata(
            description = "Pages to parse, counted from 1, for example 1-2,5-10.",
            javaType = "String",
            label = "option")
    public static final String PAGE_RANGE = "CamelDocprocPageRange";

    @Metadata(
            description = "Name of the parsing engine to use; the provider documents the names.",
            javaType = "String",
            label = "option")
    public static final String FORCE_ENGINE = "CamelDocprocForceEngine";

    @Metadata(
            description = "Format in which images are returned. Known values: url, base64.",
            javaType = "String",
            label = "option")
    public static final String IMAGE_OUTPUT_TYPE = "CamelDocprocImageOutputType";

    @Metadata(description = "Whether the service recognizes chemical formulas.", javaType = "Boolean", label = "option")
    public static final String RECOGNIZE_CHEMICAL = "CamelDocprocRecognizeChemical";

    @Metadata(
            description = "Complete config JSON of a parse call, as a String, Map, JsonNode or InputStream.",
            javaType = "Object",
            label = "option")
    public static final String CONFIG = "CamelDocprocConfig";

    @Metadata(
            description = "Path of the call, below the address of the service.",
            javaType = "String",
            label = "option")
    public static final String SERVICE_PATH = "CamelDocprocServicePath";

    @Metadata(description = "HTTP method of the call.", javaType = "String", label = "option")
    public static final String SERVICE_METHOD = "CamelDocprocServiceMethod";

    @Metadata(description = "Service that is called: main or workflow.", javaType = "String", label = "option")
    public static final String SERVICE = "CamelDocprocService";

    @Metadata(description = "Path of the service whose packages are queried.", javaType = "String", label = "option")
    public static final String API_PATH = "CamelDocprocApiPath";

    @Metadata(
            description =
                    "Whether the response contains all packages, including expired ones, or only those in effect.",
            javaType = "Boolean",
            label = "option")
    public static final String INCLUDE_ALL = "CamelDocprocIncludeAll";

    @Metadata(
            description = "Workspace of the file category. Overrides the body.",
            javaType = "String",
            label = "option")
    public static final String WORKSPACE_ID = "CamelDocprocWorkspaceId";

    @Metadata(description = "File category. Overrides the body.", javaType = "String", label = "option")
    public static final String CATEGORY_ID = "CamelDocprocCategoryId";

    @Metadata(description = "Table of the file category. Overrides the body.", javaType = "String", label = "option")
    public static final String TABLE_ID = "CamelDocprocTableId";

    @Metadata(
            description = "Whether the response contains all fields or only the id. Overrides the body.",
            javaType = "Boolean",
            label = "option")
    public static final String WITH_DETAIL = "CamelDocprocWithDetail";

    @Metadata(description = "URL of the result of a parse job.", javaType = "String", label = "result")
    public static final String RESULT_URL = "CamelDocprocResultUrl";

    @Metadata(description = "Correlation id of a parse job.", javaType = "String", label = "result")
    public static final String CORRELATION_ID = "CamelDocprocCorrelationId";

    @Metadata(
            description = "Whether the service was called: true for a call, false for a result from the component's "
                    + "resultRepository. Not set without a resultRepository. A call may be covered by a package.",
            javaType = "Boolean",
            label = "result")
    public static final String BILLED = "CamelDocprocBilled";

    @Metadata(
            description = "Page of an element or a page of a parsed document, on each part of a split with "
                    + "output=elements or output=pages.",
            javaType = "Integer",
            label = "result")
    public static final String PAGE_NUMBER = "CamelDocprocPageNumber";

    @Metadata(description = "Id of an element of a parsed document.", javaType = "String", label = "result")
    public static final String ELEMENT_ID = "CamelDocprocElementId";

    @Metadata(description = "Type of an element of a parsed document.", javaType = "String", label = "result")
    public static final String ELEMENT_TYPE = "CamelDocprocElementType";

    @Metadata(
            description = "Coordinates of an element of a parsed document: the numbers of the service, separated by "
                    + "commas.",
            javaType = "String",
            label = "result")
    public static final String COORDINATES = "CamelDocprocCoordinates";

    @Metadata(
            description =
                    "Further fields of the request, for fields that have no option. Null removes a field of the endpoint.",
            javaType = "java.util.Map",
            label = "option")
    public static final String PARAM = "CamelDocprocParam";

    @Metadata(
            description =
                    "URL that the service calls when the job completes, used instead of the callback URL of the component.",
            javaType = "String",
            label = "option")
    public static final String WEBHOOK = "CamelDocprocWebhook";

    private DocprocConstants() {}
}
