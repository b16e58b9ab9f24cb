/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.DocprocUnansweredException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.result.UnansweredCalls;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.zip.ZipException;
import org.apache.camel.Exchange;
import org.apache.hc.core5.net.URIBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows what a document has cost, and makes a billed call idempotent. With a result repository, the response of a call is
 * stored, and the same call returns it, on each node and after a restart. Without one, it is kept in this process if its
 * message fails. Calls that were sent without a complete response are counted, and refused from a number on. Thread-safe.
 */
public final class Ledger {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);
    private static final long MIN_POLL_MILLIS = 20;
    private static final long MAX_POLL_MILLIS = 1_000;

    private final Optional<ResultRepository> repository;
    private final Answers answers;
    private final InstantSource clock;
    private final Map<ResultKey, CountDownLatch> inFlight = new ConcurrentHashMap<>();

    /**
     * Creates a ledger.
     *
     * @param repository the result repository of the component, which is started; empty to keep answers in this process
     * @param answers the answers of this process
     */
    public Ledger(Optional<ResultRepository> repository, Answers answers, InstantSource clock) {
        this.repository = repository;
        this.answers = answers;
        this.clock = clock;
    }

    /** This caller no longer has the lease of its call: another one may have made it meanwhile. */
    static final class LeaseLostException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * What a billed call returns.
     *
     * @param type the type of the answer
     * @param reader reads the response, and throws the exception for an unsuccessful one
     * @param isComplete returns whether an answer can be stored
     * @param spools opens storage for a stored response
     * @param bytes returns where the bytes of the answer are
     */
    public record AnswerType<T>(
            Class<T> type,
            ServiceResponse.Reader<T> reader,
            Predicate<T> isComplete,
            Supplier<SpoolingOutputStream> spools,
            Supplier<List<SpoolingOutputStream>> bytes) {}

    /**
     * Begins the entry of a billed call.
     *
     * @param exchange the exchange whose failure keeps the answer in this process
     * @param baseUrl the base URL of the service
     * @param owner identifies the account and enterprise
     * @param isStored whether the response is stored in the result repository, if there is one
     * @param maxUnansweredCalls the number of unanswered calls from which on the call is refused; 0 for no limit
     * @param maxWait the maximum wait for the same call of another node
     */
    public Entry begin(
            Exchange exchange, URI baseUrl, String owner, boolean isStored, int maxUnansweredCalls, Duration maxWait) {
        return new Entry(exchange, baseUrl, owner, repository.filter(any -> isStored), maxUnansweredCalls, maxWait);
    }

    /** The call of one document with its request fields. Used by one thread. */
    public final class Entry {
        private final Exchange exchange;
        private final URI baseUrl;
        private final String owner;
        private final Optional<ResultRepository> results;
        private final int maxUnansweredCalls;
        private final Duration maxWait;
        private final Map<String, Supplier<String>> fields = new HashMap<>();
        private Supplier<Optional<byte[]>> document = () -> Optional.of(new byte[0]);
        /** The length of the document; -1 if it is unknown, or if there are several, of which each is looked up. */
        private long length;

        private boolean hasDocument;
        private boolean isKnown = true;
        private ServiceCall request;
        private AnswerType<?> answerType;
        private Optional<ResultKey> key = Optional.empty();
        private CountDownLatch ended = new CountDownLatch(1);
        private boolean leased;
        private boolean entered;
        private boolean isStored;
        private boolean reused;
        private boolean createsJob;
        private boolean awaitsJob;
        private boolean replacesJob;
        /** Whether the call has found a job that has had no result so far. */
        private boolean isUnfinished;

        private String correlationId = "";
        private String storedCorrelationId = "";
        private Optional<Answers.Pending> pending = Optional.empty();

        private Entry(
                Exchange exchange,
                URI baseUrl,
                String owner,
                Optional<ResultRepository> results,
                int maxUnansweredCalls,
                Duration maxWait) {
            this.exchange = exchange;
            this.baseUrl = baseUrl;
            this.owner = owner;
            this.results = results;
            this.maxUnansweredCalls = maxUnansweredCalls;
            this.maxWait = maxWait;
        }

        /** Returns a new digest for documents of this call. */
        public MessageDigest newDigest() {
            return repository.isPresent() ? ResultKey.sha256() : new ProcessDigest();
        }

        /** Returns whether the answer of an earlier call was used, and no call was made. */
        public boolean isReused() {
            return reused;
        }

        /**
         * Returns whether a document has to be read before it is sent, because an earlier call of it may be known. Otherwise
         * its digest is computed while it is sent.
         *
         * @param bytes the length of the document; -1 if it is unknown
         */
        public boolean readsAhead(long bytes) {
            return results.isPresent() || answers.mayContain(bytes, Answers.hasFailed(exchange));
        }

        /**
         * Marks the call as one whose answer is the id of a job. It stays counted until {@link #jobCompleted}, however often
         * its answer is found.
         *
         * @param id the correlation id of the job; empty if it has none
         */
        public void createsJob(String id) {
            createsJob = true;
            correlationId = id;
        }

        /** Returns the correlation id of the job, which is that of an earlier call if its stored answer was found. */
        public String correlationId() {
            return storedCorrelationId.isEmpty() ? correlationId : storedCorrelationId;
        }

        /** Counts the call that has created a job, for whose result the caller waits. */
        public void awaitsJob() {
            awaitsJob = true;
            if (results.isEmpty() && !reused) {
                key().ifPresent(created -> answers.count(created, length));
            }
        }

        /** Returns whether the answer of an earlier call was used whose job has had no result so far. */
        public boolean isContinued() {
            return createsJob && reused && isUnfinished;
        }

        /** Ends the count of the call that has created the job, because the job has a result. */
        public void jobCompleted() {
            key().ifPresent(completed -> Ledger.this.endCount(completed, results));
        }

        /**
         * Removes the id of a job that has no result, so that the same call is made again. The call stays counted. The id
         * of another job stays, which another message has created for the same document meanwhile.
         *
         * @param isItsId returns whether an answer is the id of the job
         */
        public void forgetJob(Call call, Predicate<Object> isItsId) {
            replacesJob = true;
            pending.ifPresent(Answers.Pending::discard);
            key().ifPresent(forgotten -> {
                answers.forget(forgotten, isItsId);
                if (results.isPresent()) {
                    delete(call, isItsId);
                } else if (!awaitsJob) {
                    answers.count(forgotten, length);
                }
            });
        }

        /** Deletes a job under the lease of its call, because another caller may replace it. */
        private void delete(Call call, Predicate<Object> isItsId) {
            try {
                Optional<StoredResponse> found = call.prepare(() -> leaseOrFind(true));
                if (found.isPresent() && isItsId.test(found.get().read(call.masked(request), answerType.reader))) {
                    results.get().delete(storedAs());
                }
            } catch (IOException | RuntimeException e) {
                LOG.warn(
                        "The job of call {} stays stored, and its document fails until it is deleted: {}",
                        requireKey(),
                        e.toString());
            } finally {
                release();
            }
        }

        /** Adds a request field to the key. */
        public void field(String name, Supplier<String> value) {
            fields.merge(name, value, (first, second) -> () -> first.get() + "\n" + second.get());
        }

        /**
         * Adds the document to the key.
         *
         * @param bytes the length of the document; -1 if it is unknown
         * @param isRead whether the document was read ahead
         * @param digest returns the digest of the document; empty if it was not read to its end
         */
        public void document(long bytes, boolean isRead, Supplier<Optional<byte[]>> digest) {
            document = digest;
            part(bytes, isRead);
        }

        /** Adds a document to the key that is one of several, and whose digest is a field. */
        public void part(long bytes, boolean isRead) {
            length = hasDocument ? -1 : bytes;
            hasDocument = true;
            isKnown &= isRead;
        }

        /**
         * Returns the answer of an earlier call, or makes the call.
         *
         * @param billed the request
         * @throws DocprocUnansweredException if the call was sent too often without an answer
         * @throws DocprocTransportException as unsent if the repository fails, or the wait for the same call of another
         *     exchange is over
         */
        public <T> T call(Call call, ServiceCall billed, AnswerType<T> expected) {
            request = billed;
            answerType = expected;
            reused = false;
            storedCorrelationId = "";
            if (isKnown && key().isPresent()) {
                Optional<T> known = answers.find(requireKey(), expected.type, Answers.hasFailed(exchange));
                if (known.isPresent()) {
                    reused = true;
                    isUnfinished = answers.unanswered(requireKey()).isPresent();
                    return remembered(known.get(), expected);
                }
                answers.unanswered(requireKey()).ifPresent(this::refuse);
            }
            return results.isEmpty()
                    ? remembered(call.send(request, this::enter, this::failed, expected.reader), expected)
                    : storedCall(call, expected);
        }

        private <T> T storedCall(Call call, AnswerType<T> expected) {
            while (true) {
                try {
                    Optional<StoredResponse> found = call.prepare(() -> leaseOrFind(false));
                    if (found.isPresent()) {
                        reused = true;
                        storedCorrelationId = found.get().correlationId();
                        return call.prepare(
                                () -> attempt(() -> found.get().read(call.masked(request), expected.reader)));
                    }
                    T answer = call.send(request, this::enter, this::failed, response -> {
                        StoredResponse.Recorded<T> recorded = StoredResponse.record(
                                response, correlationId, expected.reader, expected.isComplete, expected.spools);
                        isStored = recorded.store(results.get(), storedAs());
                        return recorded.answer();
                    });
                    return isStored ? answer : remembered(answer, expected);
                } catch (LeaseLostException e) {
                    LOG.debug("The lease of call {} has expired before it was sent", key);
                } finally {
                    release();
                }
            }
        }

        private void enter() {
            if (results.isPresent()) {
                entered = attempt(() -> results.get().enter(requireKey()));
                if (!entered) {
                    throw new LeaseLostException();
                }
            }
        }

        /** Counts an attempt that was sent and may be billed. A response, or the certainty that it is not billed, ends the count. */
        private void failed(Throwable failure) {
            if (!mayBeBilled(failure)) {
                boolean isAnswer = entered || !(failure instanceof DocprocTransportException);
                endCount(isAnswer);
            } else if (results.isEmpty()) {
                key().ifPresent(counted -> answers.count(counted, length));
            }
            entered = false;
        }

        private void endCount(boolean isAnswer) {
            if (isAnswer && (isKnown || entered)) {
                key().ifPresent(answered -> Ledger.this.endCount(answered, results.filter(any -> entered)));
            }
        }

        /**
         * Acquires the lease for the call, or finds the stored response. Waits while another caller makes the same call: of
         * the callers of this process, one polls the lease of another node.
         *
         * @param requiresLease whether the response is returned with the lease only, and no call follows
         * @return the stored response; empty if the call must be made
         */
        private Optional<StoredResponse> leaseOrFind(boolean requiresLease) {
            ResultRepository repository = results.get();
            ResultKey sought = requireKey();
            Instant deadline = clock.instant().plus(maxWait);
            long poll = MIN_POLL_MILLIS;
            while (true) {
                CountDownLatch other = inFlight.putIfAbsent(sought, ended);
                boolean isFirst = other == null || other == ended;
                if (isFirst) {
                    Optional<UnansweredCalls> lease = attempt(() -> repository.tryLease(sought));
                    leased = lease.isPresent();
                    // After the lease: the previous holder may have stored the result just before.
                    Optional<StoredResponse> found =
                            attempt(() -> StoredResponse.find(repository, storedAs(), answerType.spools));
                    isUnfinished = lease.filter(calls -> calls.count() > 0).isPresent();
                    if (found.isEmpty() && !requiresLease) {
                        lease.ifPresent(this::refuse);
                    }
                    if (leased || (found.isPresent() && !requiresLease)) {
                        return found;
                    }
                }
                long remaining = Duration.between(clock.instant(), deadline).toMillis();
                if (remaining <= 0) {
                    throw unsent(
                            "the same call of another exchange has been in flight for " + maxWait.toMillis()
                                    + " ms; nothing was sent; retry later",
                            null);
                }
                CountDownLatch awaited = isFirst ? ended : other;
                long wait = isFirst ? Math.min(poll, remaining) : remaining;
                attempt(() -> awaited.await(wait, TimeUnit.MILLISECONDS));
                poll = Math.min(2 * poll, MAX_POLL_MILLIS);
            }
        }

        /** A failure must neither replace the result of a billed call, nor keep the callers that wait for it. */
        private void release() {
            try {
                if (leased) {
                    results.get().releaseLease(requireKey());
                }
            } catch (RuntimeException | Error e) {
                LOG.warn("The lease of call {} cannot be released; it expires", key.orElse(null), e);
            } finally {
                leased = false;
                key.ifPresent(call -> inFlight.remove(call, ended));
                ended.countDown();
                ended = new CountDownLatch(1);
            }
        }

        private <R> R attempt(Callable<R> step) {
            try {
                return step.call();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw unsent("the thread was interrupted while it waited for the same call of another thread", e);
            } catch (DocprocException e) {
                throw e;
            } catch (ZipException e) {
                throw new DocprocException(ServiceFailure.local(request.operation(), 0, e.getMessage()));
            } catch (Exception e) {
                throw unsent(
                        "the result repository failed (" + e.getMessage()
                                + "), so it is unknown whether this document was billed before; nothing was sent, retry"
                                + " later",
                        e);
            }
        }

        private DocprocTransportException unsent(String reason, Exception cause) {
            return DocprocTransportException.notSent(ServiceFailure.local(request.operation(), 0, reason), cause);
        }

        private void refuse(UnansweredCalls calls) {
            // The job that this call replaces is its answer, and no reason to refuse it.
            int unanswered = calls.count() - (replacesJob ? 1 : 0);
            DocprocUnansweredException.refusedUntil(unanswered, calls.last(), maxUnansweredCalls)
                    .filter(again -> clock.instant().isBefore(again))
                    .ifPresent(again -> {
                        throw new DocprocUnansweredException(
                                request.operation(), requireKey().value(), calls.count(), calls.since(), again);
                    });
        }

        private ResultKey requireKey() {
            return key().orElseThrow();
        }

        /** Returns the key of the stored answer. Storing ends the count of its key, and a job may still fail. */
        private ResultKey storedAs() {
            ResultKey counted = requireKey();
            return createsJob
                    ? ResultKey.of(baseUrl, owner, "job", counted.value().getBytes(StandardCharsets.US_ASCII), Map.of())
                    : counted;
        }

        /** Returns the key; empty if a document was not read to its end and cannot be read again. */
        private Optional<ResultKey> key() {
            if (key.isEmpty()) {
                Map<String, String> values = new HashMap<>();
                fields.forEach((name, value) -> values.put(name, value.get()));
                values.put("path", request.url().getRawPath());
                new URIBuilder(request.url())
                        .getQueryParams()
                        .forEach(parameter -> values.merge(
                                "query " + parameter.getName(),
                                parameter.getValue(),
                                (first, second) -> first + "\n" + second));
                key = document.get().map(digest -> ResultKey.of(baseUrl, owner, request.operation(), digest, values));
            }
            return key;
        }

        /** Keeps the answer in this process if the message of the exchange fails. */
        private <T> T remembered(T answer, AnswerType<T> expected) {
            key().ifPresent(known -> {
                Optional<ResultRepository> counted = results.filter(any -> entered);
                List<SpoolingOutputStream> bytes =
                        reused ? List.of() : expected.bytes().get();
                Answers.Pending held =
                        answers.new Pending(known, bytes, reused, () -> Ledger.this.endCount(known, counted));
                pending = Optional.of(held);
                if (!reused) {
                    held.hold(answer, length);
                }
                held.observe(exchange);
            });
            return answer;
        }
    }

    /** Ends the count of a call. A failure leaves the call counted. */
    private void endCount(ResultKey key, Optional<ResultRepository> entered) {
        answers.answered(key);
        try {
            if (entered.isPresent()) {
                entered.get().answered(key);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("The call {} stays counted as unanswered: {}", key, e.toString());
        }
    }

    /**
     * Returns whether the service may have billed a call, and the result is lost: it was sent and has no complete response,
     * or the response is a partial one that the route does not accept.
     */
    public static boolean mayBeBilled(Throwable failure) {
        if (failure instanceof DocprocTransportException transport) {
            return !transport.isRetryable();
        }
        if (failure instanceof DocprocServerException server) {
            return !server.isRetryable();
        }
        return failure instanceof DocprocInvalidResponseException
                || failure instanceof DocprocPartialFailureException
                || !(failure instanceof DocprocException);
    }
}
