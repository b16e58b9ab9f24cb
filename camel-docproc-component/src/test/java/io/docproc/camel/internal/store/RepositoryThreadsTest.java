/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.JdbcResultRepository;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.TestContexts;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.camel.CamelContext;
import org.apache.camel.support.LifecycleStrategySupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thread pools of repositories with and without a Camel context. */
class RepositoryThreadsTest {
    private static final ResultKey KEY = new ResultKey("0".repeat(64));

    @TempDir
    Path directory;

    private final CamelContext context = TestContexts.create();
    private final List<ThreadPoolExecutor> pools = new ArrayList<>();

    @BeforeEach
    void recordPoolsOfTheContext() {
        context.addLifecycleStrategy(new LifecycleStrategySupport() {
            @Override
            public void onThreadPoolAdd(
                    CamelContext camelContext,
                    ThreadPoolExecutor pool,
                    String id,
                    String sourceId,
                    String routeId,
                    String profileId) {
                pools.add(pool);
            }

            @Override
            public void onThreadPoolRemove(CamelContext camelContext, ThreadPoolExecutor pool) {
                pools.remove(pool);
            }
        });
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private <T extends RepositorySupport> T start(T repository) {
        repository.setCamelContext(context);
        repository.start();
        return repository;
    }

    @Test
    void jobRepositoryUsesAPoolOfTheContext() {
        JdbcJobRepository repository = start(new JdbcJobRepository(MemoryDatabase.create()));
        ThreadPoolExecutor pool = pools.get(0);
        assertThat(pool.getCompletedTaskCount()).isPositive();

        repository.stop();
        assertThat(repository.size()).isZero();
        repository.shutdown();

        assertThat(pools).isEmpty();
        assertThat(pool.isShutdown()).isTrue();
    }

    @Test
    void resultRepositoryInADatabaseUsesPoolsOfTheContext() throws Exception {
        JdbcResultRepository repository = start(new JdbcResultRepository(MemoryDatabase.create()));
        assertThat(pools).hasSize(2);

        repository.stop();
        assertThat(pools).hasSize(1);
        assertThat(repository.find(KEY)).isEmpty();
        repository.shutdown();

        assertThat(pools).isEmpty();
    }

    @Test
    void resultRepositoryInADirectoryUsesPoolsOfTheContext() {
        FileResultRepository repository = start(new FileResultRepository(directory));
        assertThat(pools).hasSize(1);

        repository.stop();

        assertThat(pools).isEmpty();
    }

    @Test
    void repositoryStartsAgainAfterItsContext() {
        JdbcJobRepository repository = start(new JdbcJobRepository(MemoryDatabase.create()));
        context.stop();
        assertThatThrownBy(repository::size).hasMessageContaining("job repository is not started");
        repository.stop();

        context.start();
        repository.start();

        assertThat(repository.size()).isZero();
    }

    /** A connection that never opens keeps its thread; the calls that have timed out must not wait for it. */
    @Test
    void callsThatHaveTimedOutDoNotFillTheQueue() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        JdbcJobRepository owner = new JdbcJobRepository(MemoryDatabase.create());
        owner.setCamelContext(context);
        Database<IllegalStateException> database = new Database<>(
                () -> {
                    try {
                        opening.await();
                    } catch (InterruptedException e) {
                        throw new SQLException(e);
                    }
                    throw new SQLException("closed");
                },
                "job repository",
                IllegalStateException::new);
        database.start(owner);
        database.setTimeout(Duration.ofMillis(20));

        for (int call = 0; call < 50; call++) {
            assertThatThrownBy(() -> database.update("CREATE TABLE T (ID INT)"))
                    .hasMessageContaining("has not responded for 20 ms");
        }
        assertThat(pools.get(0).getQueue()).isEmpty();
        opening.countDown();
        database.shutdown(owner);
    }

    @Test
    void repositoryWithoutAContextHasItsOwnThreads() throws Exception {
        JdbcResultRepository repository = new JdbcResultRepository(MemoryDatabase.create());
        repository.start();
        assertThat(repository.find(KEY)).isEmpty();
        assertThat(pools).isEmpty();

        repository.shutdown();

        assertThatThrownBy(() -> repository.find(KEY)).hasMessageContaining("result repository is not started");
    }
}
