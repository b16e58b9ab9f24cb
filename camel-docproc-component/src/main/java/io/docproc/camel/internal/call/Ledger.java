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
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.spi.Synchronization;
import org.apache.camel.spi.UnitOfWork;
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
    private final Clock clock;
    private final Map<ResultKey, CountDownLatch> inFlight = new ConcurrentHashMap<>();

    /**
     * Creates a ledger.
     *
     * @param repository the result repository of the component, which is started; empty to keep answers in this process
     * @param answers the answers of this process
     */
    public Ledger(Optional<ResultRepository> repository, Answers answers, Clock clock) {
        this.repository = repository;
        this.answers = answers;
        this.clock = clock;
    }

    /** This caller no longer has the lease of its call: another one may have made it meanwhile. */
    static final class LeaseLostException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

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
    public final class Entry implements Call.Entry {
        private final Exchange exchange;
        private final URI baseUrl;
        private final String owner;
        private final Optional<ResultRepository> results;
        private final int maxUnansweredCalls;
        private final Duration maxWait;
        private final Map<String, Supplier<String>> fields = new HashMap<>();
        private final CountDownLatch ended = new CountDownLatch(1);
        private Supplier<Optional<byte[]>> document = () -> Optional.of(new byte[0]);
        private long length;
        private boolean isKnown = true;
        private ServiceCall request;
        private Optional<ResultKey> key = Optional.empty();
        private boolean leased;
        private boolean entered;
        private boolean isStored;
        private boolean reused;

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
            return results.isPresent() || answers.mayContain(bytes) || hasOwnAnswers();
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
            length += bytes;
            isKnown &= isRead;
        }

        /**
         * Returns the answer of an earlier call, or makes the call.
         *
         * @param billed the request
         * @param type the type of the answer
         * @param isRepeatable returns whether the request can be sent again
         * @param reader reads the response, and throws the exception for an unsuccessful one
         * @param isComplete returns whether an answer can be stored
         * @param spools opens storage for a stored response
         * @param kept returns where the bytes of the answer are
         * @throws DocprocUnansweredException if the call was sent too often without an answer
         * @throws DocprocTransportException as unsent if the repository fails, or the wait for the same call of another
         *     exchange is over
         */
        public <T> T call(
                Call call,
                ServiceCall billed,
                Class<T> type,
                BooleanSupplier isRepeatable,
                ServiceResponse.Reader<T> reader,
                Predicate<T> isComplete,
                Supplier<SpoolingOutputStream> spools,
                Supplier<List<SpoolingOutputStream>> kept) {
            request = billed;
            if (isKnown && key().isPresent()) {
                Optional<T> known = ownAnswer(key().get())
                        .filter(type::isInstance)
                        .map(type::cast)
                        .or(() -> answers.find(key().get(), type));
                if (known.isPresent()) {
                    reused = true;
                    return remembered(known.get(), kept);
                }
                refuse(answers.unanswered(key().get()));
            }
            return results.isEmpty()
                    ? remembered(call.send(request, this, isRepeatable, reader), kept)
                    : storedCall(call, isRepeatable, reader, isComplete, spools, kept);
        }

        private <T> T storedCall(
                Call call,
                BooleanSupplier isRepeatable,
                ServiceResponse.Reader<T> reader,
                Predicate<T> isComplete,
                Supplier<SpoolingOutputStream> spools,
                Supplier<List<SpoolingOutputStream>> kept) {
            while (true) {
                try {
                    Optional<StoredResponse> found = call.prepare(() -> findOrLease(spools));
                    if (found.isPresent()) {
                        reused = true;
                        return call.prepare(() -> read(call, found.get(), reader));
                    }
                    T answer = call.send(request, this, isRepeatable, response -> {
                        StoredResponse.Recorded<T> recorded =
                                StoredResponse.record(response, reader, isComplete, spools);
                        isStored = recorded.store(results.get(), requireKey());
                        return recorded.answer();
                    });
                    return isStored ? answer : remembered(answer, kept);
                } catch (LeaseLostException e) {
                    LOG.debug("The lease of call {} has expired before it was sent", key);
                } finally {
                    release();
                }
            }
        }

        @Override
        public void enter() {
            if (results.isPresent()) {
                entered = attempt(() -> results.get().enter(requireKey()));
                if (!entered) {
                    throw new LeaseLostException();
                }
            }
        }

        /** Counts an attempt that was sent and may be billed. A response, or the certainty that it is not billed, ends the count. */
        @Override
        public void failed(Throwable failure) {
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
         * Finds the stored response, or acquires the lease for the call. Waits while another caller makes the same call: of
         * the callers of this process, one polls the lease of another node.
         *
         * @return the stored response; empty if the call must be made
         */
        private Optional<StoredResponse> findOrLease(Supplier<SpoolingOutputStream> spools) {
            ResultRepository repository = results.get();
            ResultKey sought = requireKey();
            long start = System.nanoTime();
            long poll = MIN_POLL_MILLIS;
            while (true) {
                Optional<StoredResponse> found = attempt(() -> StoredResponse.find(repository, sought, spools));
                if (found.isEmpty()) {
                    refuse(attempt(() -> repository.unanswered(sought)));
                }
                CountDownLatch first = found.isPresent() ? null : inFlight.putIfAbsent(sought, ended);
                boolean isFirst = first == null || first == ended;
                if (found.isEmpty() && isFirst) {
                    leased = attempt(() -> repository.tryLease(sought));
                    // Also under the lease: the previous holder may have stored the result just before.
                    found = attempt(() -> StoredResponse.find(repository, sought, spools));
                }
                if (found.isPresent() || leased) {
                    return found;
                }
                long remaining = maxWait.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                if (remaining <= 0) {
                    throw unsent(
                            "the same call of another exchange has been in flight for " + maxWait.toMillis()
                                    + " ms; nothing was sent; retry later",
                            null);
                }
                CountDownLatch other = isFirst ? ended : first;
                long wait = isFirst ? Math.min(poll, remaining) : remaining;
                attempt(() -> other.await(wait, TimeUnit.MILLISECONDS));
                poll = Math.min(2 * poll, MAX_POLL_MILLIS);
            }
        }

        private <T> T read(Call call, StoredResponse found, ServiceResponse.Reader<T> reader) {
            return attempt(() -> found.read(request, call.redaction(request), reader));
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

        private void refuse(Optional<UnansweredCalls> unanswered) {
            unanswered.ifPresent(
                    calls -> DocprocUnansweredException.refusedUntil(calls.count(), calls.last(), maxUnansweredCalls)
                            .filter(again -> clock.instant().isBefore(again))
                            .ifPresent(again -> {
                                throw new DocprocUnansweredException(
                                        request.operation(), requireKey().value(), calls.count(), calls.since(), again);
                            }));
        }

        private ResultKey requireKey() {
            return key().orElseThrow();
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
        private <T> T remembered(T answer, Supplier<List<SpoolingOutputStream>> kept) {
            key().ifPresent(known -> {
                Pending pending = new Pending(known, length, reused, results.filter(any -> entered));
                if (!reused) {
                    pending.hold(OwnAnswers.of(exchange), answer, kept.get());
                }
                UnitOfWork whole =
                        exchange.getProperty(ExchangePropertyKey.STREAM_CACHE_UNIT_OF_WORK, UnitOfWork.class);
                if (whole != null && whole != exchange.getUnitOfWork()) {
                    pending.exchanges.incrementAndGet();
                    whole.addSynchronization(pending);
                }
                exchange.getExchangeExtension().addOnCompletion(pending);
            });
            return answer;
        }

        /** Returns the answer that this exchange has received before its failure; empty if there is none. */
        private Optional<Object> ownAnswer(ResultKey sought) {
            return hasOwnAnswers() ? OwnAnswers.of(exchange).find(sought) : Optional.empty();
        }

        private boolean hasOwnAnswers() {
            return exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT) != null
                    && exchange.getProperty(OwnAnswers.PROPERTY) != null;
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

    /** The first answers of an exchange, and those of the exchange from which it was copied. */
    private record OwnAnswers(String exchangeId, Optional<OwnAnswers> origin, Map<ResultKey, Object> byKey) {
        static final String PROPERTY = "CamelDocprocAnswers";
        /** Further answers are kept in this process at once. */
        static final int MAXIMUM = 16;

        static OwnAnswers of(Exchange exchange) {
            OwnAnswers own = exchange.getProperty(PROPERTY, OwnAnswers.class);
            if (own == null || !own.exchangeId.equals(exchange.getExchangeId())) {
                own = new OwnAnswers(exchange.getExchangeId(), Optional.ofNullable(own), new ConcurrentHashMap<>());
                exchange.setProperty(PROPERTY, own);
            }
            return own;
        }

        Optional<Object> find(ResultKey key) {
            return Optional.ofNullable(byKey.get(key)).or(() -> origin.flatMap(copied -> copied.find(key)));
        }

        @Override
        public String toString() {
            return byKey.size() + " answers";
        }
    }

    /**
     * Keeps an answer if a message that has it fails, and forgets it otherwise. Is called once by the exchange of the call,
     * and once by the exchange of whose parts or branches it is one.
     */
    private final class Pending implements Synchronization {
        private final AtomicInteger exchanges = new AtomicInteger(1);
        private final ResultKey key;
        private final long length;
        private final boolean reused;
        private final Optional<ResultRepository> entered;
        private Object answer;
        private List<SpoolingOutputStream> bytes = List.of();
        private Set<ResultKey> ownKeys = Set.of();
        private boolean failed;

        Pending(ResultKey key, long length, boolean reused, Optional<ResultRepository> entered) {
            this.key = key;
            this.length = length;
            this.reused = reused;
            this.entered = entered;
        }

        void hold(OwnAnswers own, Object received, List<SpoolingOutputStream> spools) {
            answer = received;
            bytes = spools;
            if (own.byKey.size() < OwnAnswers.MAXIMUM) {
                own.byKey.put(key, received);
                ownKeys = own.byKey.keySet();
            } else {
                moveToStore();
            }
        }

        @Override
        public void onComplete(Exchange exchange) {
            completed(exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT) != null
                    || exchange.isRollbackOnly()
                    || exchange.isRollbackOnlyLast());
        }

        @Override
        public void onFailure(Exchange exchange) {
            completed(true);
        }

        private synchronized void completed(boolean isFailure) {
            failed |= isFailure;
            boolean isLast = exchanges.decrementAndGet() == 0;
            if (!ownKeys.isEmpty()) {
                // The application may keep the exchange for long, and the answer has files.
                ownKeys.remove(key);
                ownKeys = Set.of();
            }
            if (failed || !isLast) {
                // The whole message may still fail after this part of it.
                moveToStore();
            }
            if (failed) {
                answers.confirm(this);
            } else if (isLast) {
                answer = null;
                answers.release(this);
                if (reused) {
                    answers.remove(key);
                }
                endCount(key, entered);
            }
        }

        /** Moves the answer to the bounded store of this process. */
        private void moveToStore() {
            if (answer == null) {
                return;
            }
            try {
                for (SpoolingOutputStream part : bytes) {
                    part.moveToFile();
                }
            } catch (IOException | RuntimeException | Error e) {
                LOG.debug("An answer is kept in memory", e);
            }
            answers.hold(
                    this,
                    key,
                    answer,
                    length,
                    bytes.stream().mapToLong(SpoolingOutputStream::length).sum());
            answer = null;
            bytes = List.of();
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
