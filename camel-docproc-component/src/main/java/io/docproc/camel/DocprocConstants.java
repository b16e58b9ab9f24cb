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
            description = "Number that the service counts as successfully processed.",
            javaType = "Integer",
            label = "result")
    public static final String SUCCESS_COUNT = "CamelDocprocSuccessCount";

    @Metadata(
            description = "Id of the parse job; as a header of the request also the option jobId for this message.",
            javaType = "String",
            label = "result,option")
    public static final String JOB_ID = "CamelDocprocJobId";

    @Metadata(
            description = "Processing status: finished for a complete extraction, or the status of a parse job.",
            javaType = "String",
            label = "result")
    public static final String STATUS = "CamelDocprocStatus";

    @Metadata(description = "The option fileUrl for this message.", javaType = "String", label = "option")
    public static final String FILE_URL = "CamelDocprocFileUrl";

    @Metadata(description = "The option fileName for this message.", javaType = "String", label = "option")
    public static final String FILE_NAME = "CamelDocprocFileName";

    @Metadata(description = "The option validateInput for this message.", javaType = "Boolean", label = "option")
    public static final String VALIDATE_INPUT = "CamelDocprocValidateInput";

    @Metadata(description = "The option output for this message.", javaType = "String", label = "option")
    public static final String OUTPUT = "CamelDocprocOutput";

    @Metadata(description = "The option enhanceMode for this message.", javaType = "Integer", label = "option")
    public static final String ENHANCE_MODE = "CamelDocprocEnhanceMode";

    @Metadata(description = "The option cropImage for this message.", javaType = "Boolean", label = "option")
    public static final String CROP_IMAGE = "CamelDocprocCropImage";

    @Metadata(description = "The option onlyPosition for this message.", javaType = "Boolean", label = "option")
    public static final String ONLY_POSITION = "CamelDocprocOnlyPosition";

    @Metadata(description = "The option dewarpImage for this message.", javaType = "Boolean", label = "option")
    public static final String DEWARP_IMAGE = "CamelDocprocDewarpImage";

    @Metadata(description = "The option deblurImage for this message.", javaType = "Boolean", label = "option")
    public static final String DEBLUR_IMAGE = "CamelDocprocDeblurImage";

    @Metadata(description = "The option correctDirection for this message.", javaType = "Boolean", label = "option")
    public static final String CORRECT_DIRECTION = "CamelDocprocCorrectDirection";

    @Metadata(description = "The option roundImage for this message.", javaType = "Boolean", label = "option")
    public static final String ROUND_IMAGE = "CamelDocprocRoundImage";

    @Metadata(description = "The option jpegQuality for this message.", javaType = "Integer", label = "option")
    public static final String JPEG_QUALITY = "CamelDocprocJpegQuality";

    @Metadata(description = "The option sizeAndPosition for this message.", javaType = "String", label = "option")
    public static final String SIZE_AND_POSITION = "CamelDocprocSizeAndPosition";

    @Metadata(description = "The option cropDewarp for this message.", javaType = "Boolean", label = "option")
    public static final String CROP_DEWARP = "CamelDocprocCropDewarp";

    @Metadata(description = "The option removeWatermark for this message.", javaType = "Boolean", label = "option")
    public static final String REMOVE_WATERMARK = "CamelDocprocRemoveWatermark";

    @Metadata(description = "The option parseMode for this message.", javaType = "String", label = "option")
    public static final String PARSE_MODE = "CamelDocprocParseMode";

    @Metadata(description = "The option formulaLevel for this message.", javaType = "Integer", label = "option")
    public static final String FORMULA_LEVEL = "CamelDocprocFormulaLevel";

    @Metadata(description = "The option pdfPassword for this message.", javaType = "String", label = "option")
    public static final String PDF_PASSWORD = "CamelDocprocPdfPassword";

    @Metadata(description = "The option schema for this message.", javaType = "Object", label = "option")
    public static final String SCHEMA = "CamelDocprocSchema";

    @Metadata(description = "The option pageStart for this message.", javaType = "Integer", label = "option")
    public static final String PAGE_START = "CamelDocprocPageStart";

    @Metadata(description = "The option pageCount for this message.", javaType = "Integer", label = "option")
    public static final String PAGE_COUNT = "CamelDocprocPageCount";

    @Metadata(description = "The option getImage for this message.", javaType = "String", label = "option")
    public static final String GET_IMAGE = "CamelDocprocGetImage";

    @Metadata(description = "The option tableFlavor for this message.", javaType = "String", label = "option")
    public static final String TABLE_FLAVOR = "CamelDocprocTableFlavor";

    @Metadata(description = "The option generateCitations for this message.", javaType = "Boolean", label = "option")
    public static final String GENERATE_CITATIONS = "CamelDocprocGenerateCitations";

    @Metadata(description = "The option stamp for this message.", javaType = "Boolean", label = "option")
    public static final String STAMP = "CamelDocprocStamp";

    @Metadata(description = "The option partialFailure for this message.", javaType = "String", label = "option")
    public static final String PARTIAL_FAILURE = "CamelDocprocPartialFailure";

    @Metadata(description = "The option parseOption for this message.", javaType = "java.util.Map", label = "option")
    public static final String PARSE_OPTION = "CamelDocprocParseOption";

    @Metadata(description = "The option extractOption for this message.", javaType = "java.util.Map", label = "option")
    public static final String EXTRACT_OPTION = "CamelDocprocExtractOption";

    @Metadata(description = "The option includeHierarchy for this message.", javaType = "Boolean", label = "option")
    public static final String INCLUDE_HIERARCHY = "CamelDocprocIncludeHierarchy";

    @Metadata(description = "The option includeInlineObjects for this message.", javaType = "Boolean", label = "option")
    public static final String INCLUDE_INLINE_OBJECTS = "CamelDocprocIncludeInlineObjects";

    @Metadata(description = "The option includeCharDetails for this message.", javaType = "Boolean", label = "option")
    public static final String INCLUDE_CHAR_DETAILS = "CamelDocprocIncludeCharDetails";

    @Metadata(description = "The option includeImageData for this message.", javaType = "Boolean", label = "option")
    public static final String INCLUDE_IMAGE_DATA = "CamelDocprocIncludeImageData";

    @Metadata(
            description = "The option includeTableStructure for this message.",
            javaType = "Boolean",
            label = "option")
    public static final String INCLUDE_TABLE_STRUCTURE = "CamelDocprocIncludeTableStructure";

    @Metadata(description = "The option pages for this message.", javaType = "Boolean", label = "option")
    public static final String PAGES = "CamelDocprocPages";

    @Metadata(description = "The option titleTree for this message.", javaType = "Boolean", label = "option")
    public static final String TITLE_TREE = "CamelDocprocTitleTree";

    @Metadata(description = "The option tableView for this message.", javaType = "String", label = "option")
    public static final String TABLE_VIEW = "CamelDocprocTableView";

    @Metadata(description = "The option pageRange for this message.", javaType = "String", label = "option")
    public static final String PAGE_RANGE = "CamelDocprocPageRange";

    @Metadata(description = "The option forceEngine for this message.", javaType = "String", label = "option")
    public static final String FORCE_ENGINE = "CamelDocprocForceEngine";

    @Metadata(description = "The option imageOutputType for this message.", javaType = "String", label = "option")
    public static final String IMAGE_OUTPUT_TYPE = "CamelDocprocImageOutputType";

    @Metadata(description = "The option recognizeChemical for this message.", javaType = "Boolean", label = "option")
    public static final String RECOGNIZE_CHEMICAL = "CamelDocprocRecognizeChemical";

    @Metadata(description = "The option config for this message.", javaType = "Object", label = "option")
    public static final String CONFIG = "CamelDocprocConfig";

    @Metadata(description = "The option cropParam for this message.", javaType = "java.util.Map", label = "option")
    public static final String CROP_PARAM = "CamelDocprocCropParam";

    @Metadata(description = "The option formPart for this message.", javaType = "java.util.Map", label = "option")
    public static final String FORM_PART = "CamelDocprocFormPart";

    @Metadata(description = "The option elementMergeMode for this message.", javaType = "String", label = "option")
    public static final String ELEMENT_MERGE_MODE = "CamelDocprocElementMergeMode";

    @Metadata(description = "The option capability for this message.", javaType = "java.util.Map", label = "option")
    public static final String CAPABILITY = "CamelDocprocCapability";

    @Metadata(description = "The option engineParam for this message.", javaType = "java.util.Map", label = "option")
    public static final String ENGINE_PARAM = "CamelDocprocEngineParam";

    @Metadata(description = "The option servicePath for this message.", javaType = "String", label = "option")
    public static final String SERVICE_PATH = "CamelDocprocServicePath";

    @Metadata(description = "The option serviceMethod for this message.", javaType = "String", label = "option")
    public static final String SERVICE_METHOD = "CamelDocprocServiceMethod";

    @Metadata(description = "The option service for this message.", javaType = "String", label = "option")
    public static final String SERVICE = "CamelDocprocService";

    @Metadata(description = "The option query for this message.", javaType = "java.util.Map", label = "option")
    public static final String QUERY = "CamelDocprocQuery";

    @Metadata(description = "The option apiPath for this message.", javaType = "String", label = "option")
    public static final String API_PATH = "CamelDocprocApiPath";

    @Metadata(description = "The option includeAll for this message.", javaType = "Boolean", label = "option")
    public static final String INCLUDE_ALL = "CamelDocprocIncludeAll";

    @Metadata(description = "The option workspaceId for this message.", javaType = "String", label = "option")
    public static final String WORKSPACE_ID = "CamelDocprocWorkspaceId";

    @Metadata(description = "The option categoryId for this message.", javaType = "String", label = "option")
    public static final String CATEGORY_ID = "CamelDocprocCategoryId";

    @Metadata(description = "The option tableId for this message.", javaType = "String", label = "option")
    public static final String TABLE_ID = "CamelDocprocTableId";

    @Metadata(description = "The option withDetail for this message.", javaType = "Boolean", label = "option")
    public static final String WITH_DETAIL = "CamelDocprocWithDetail";

    @Metadata(description = "URL of the result of a parse job.", javaType = "String", label = "result")
    public static final String RESULT_URL = "CamelDocprocResultUrl";

    @Metadata(
            description = "Correlation id of a parse job; as a header of the request also the option correlationId for "
                    + "this message.",
            javaType = "String",
            label = "result,option")
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

    @Metadata(description = "The option webhook for this message.", javaType = "String", label = "option")
    public static final String WEBHOOK = "CamelDocprocWebhook";

    private DocprocConstants() {}
}
