/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Error codes of the interface document, with the exception and the advice for each code. */
public enum ErrorCode {
    CREDENTIALS_EMPTY(40101, DocprocAuthenticationException::new, "set appId and secretCode"),
    CREDENTIALS_INVALID(
            40102, DocprocAuthenticationException::new, "check appId and secretCode in the account console"),
    ADDRESS_NOT_ALLOWED(
            40103,
            DocprocAuthenticationException::new,
            "add the IP address of this machine to the allowlist of the account"),
    BALANCE_INSUFFICIENT(40003, DocprocBalanceException::new, "recharge the account"),
    FREE_QUOTA_USED_UP(
            40307,
            DocprocBalanceException::new,
            "the free daily quota is used up; wait until tomorrow, or recharge the account"),
    PARAMETER_ERROR(40004, DocprocInvalidRequestException::new, "correct the options or the body"),
    SERVICE_NOT_PUBLISHED(
            40007,
            DocprocServiceNotEnabledException::new,
            "check baseUrl and the name of the service",
            "parse parseAsync parseSync parseStatus parseResult",
            "check baseUrl and parseService",
            "call",
            "check baseUrl and servicePath"),
    SERVICE_NOT_ENABLED(40008, DocprocServiceNotEnabledException::new, "enable the service in the account console"),
    IMAGE_TYPE_UNSUPPORTED(
            40301,
            DocprocDocumentException::new,
            "send an undamaged image of an accepted type: jpg, png, bmp, webp, pdf, tiff or a single-frame gif"),
    FILE_TOO_LARGE(40302, DocprocDocumentException::new, "send a smaller document"),
    FILE_TYPE_UNSUPPORTED(40303, DocprocDocumentException::new, "send a format that the operation accepts"),
    DIMENSIONS_INVALID(40304, DocprocDocumentException::new, "scale the image to the allowed width and height"),
    FILE_MISSING(
            40305,
            DocprocDocumentException::new,
            "send a document",
            "crop extract parse parseAsync parseSync",
            "send a document or set fileUrl"),
    RATE_LIMITED(
            40306,
            DocprocRateLimitException::new,
            "rate limit or page limit; do not retry immediately, because the service may block this IP address; set"
                    + " requestsPerSecond to the rate limit of the account, and split a document that is refused each"
                    + " time"),
    DPI_INVALID(
            40427,
            DocprocInvalidRequestException::new,
            "the parameter for the resolution is wrong; 72, 144 and 216 DPI are allowed"),
    ENGINE_NOT_AVAILABLE(
            40429,
            DocprocInvalidRequestException::new,
            "the engine is not supported or the PDF has no content; choose another engine, or check the document",
            "extract",
            "the engine is not supported or the PDF has no content; check parseMode and the document",
            "parse parseAsync parseSync",
            "the engine is not supported or the PDF has no content; check forceEngine, parseMode and the document"),
    URL_INVALID(
            40400,
            DocprocInvalidRequestException::new,
            "check baseUrl",
            "parse parseAsync parseSync parseStatus parseResult",
            "check baseUrl and parseService",
            "call",
            "check servicePath and the address of the service",
            "addField updateTable",
            "check workflowUrl"),
    FILE_CORRUPTED(
            40422,
            DocprocDocumentException::new,
            "the message of the service has the reason; repair or replace the file"),
    PASSWORD_REQUIRED(
            40423,
            DocprocPasswordException::new,
            "send the document without a password",
            "extract parse parseAsync parseSync",
            "set pdfPassword to the password of the document"),
    PAGE_OUT_OF_RANGE(
            40424,
            DocprocDocumentException::new,
            "request pages that the document has",
            "extract",
            "check pageStart and pageCount",
            "parse parseAsync parseSync",
            "check pageRange"),
    FORMAT_UNSUPPORTED(
            40425,
            DocprocDocumentException::new,
            "the message of the service has the reason; convert the file to another format"),
    FILE_UNREADABLE(40426, DocprocDocumentException::new, "the file is damaged; replace it"),
    OFFICE_FILE_FAILED(40428, DocprocDocumentException::new, "convert the office file to PDF first"),
    UPSTREAM_FAILED(30203, DocprocServerException::new, "retry later"),
    INTERNAL_ERROR(500, DocprocServerException::new, "retry later"),
    MODEL_TIMED_OUT(50011, DocprocServerException::new, "retry later"),
    MODEL_FAILED(50012, DocprocServerException::new, "retry later"),
    PARTIAL_FAILURE(
            50207,
            failure -> new DocprocPartialFailureException(failure, null),
            "the exception contains the partial response",
            "extract parse parseSync parseResult",
            "the exception contains the partial response; with partialFailure=accept it becomes the body");

    private static final Map<Integer, ErrorCode> BY_CODE =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(ErrorCode::code, Function.identity()));

    private final int code;
    private final Function<ServiceFailure, DocprocException> exception;
    private final String advice;
    private final Map<String, String> adviceByOperation = new HashMap<>();

    /** @param instead pairs of operations, separated by spaces, and the advice for them */
    ErrorCode(int code, Function<ServiceFailure, DocprocException> exception, String advice, String... instead) {
        this.code = code;
        this.exception = exception;
        this.advice = advice;
        for (int pair = 0; pair < instead.length; pair += 2) {
            for (String operation : instead[pair].split(" ")) {
                adviceByOperation.put(operation, instead[pair + 1]);
            }
        }
    }

    /** Returns the numeric code of the service. */
    public int code() {
        return code;
    }

    /** Returns the advice for any operation. It names no option that only some operations have. */
    public String advice() {
        return advice;
    }

    /**
     * Returns the advice that the message of the exception contains. It names only options of the operation.
     *
     * @param operation the name of the operation, for example {@code crop}
     */
    public String advice(String operation) {
        return adviceByOperation.getOrDefault(operation, advice);
    }

    /** Returns the constant for a code; empty if the interface document does not list the code. */
    public static Optional<ErrorCode> of(int code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /**
     * Creates the exception for a call that the component rejects before it is sent. It has this code, like the
     * service's error would have.
     */
    public DocprocException refusal(String operation, String reason) {
        return create(ServiceFailure.local(operation, code, reason));
    }

    /**
     * Creates the exception for a failed call. A listed code determines its class, else the HTTP status (401 and 403:
     * authentication; 429: rate limit; 5xx: server error), else it is a {@link DocprocException}.
     */
    public static DocprocException exceptionFor(ServiceFailure failure) {
        return of(failure.code()).map(code -> code.create(failure)).orElseGet(() -> byStatus(failure));
    }

    private DocprocException create(ServiceFailure failure) {
        return exception.apply(failure.withAdvice(advice(failure.operation())));
    }

    /** Creates the exception for an HTTP status without a listed code. */
    private static DocprocException byStatus(ServiceFailure failure) {
        return switch (failure.httpStatus()) {
            case 401, 403 -> new DocprocAuthenticationException(failure);
            case 429 -> new DocprocRateLimitException(failure);
            default ->
                failure.httpStatus() >= 500 ? DocprocServerException.ofStatus(failure) : new DocprocException(failure);
        };
    }
}
