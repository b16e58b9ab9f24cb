/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Main class of the S3 server's process. The process ends with its parent, also if the parent is killed. It locks its folder
 * first, because two servers on one folder would not see each other's objects.
 */
final class S3ServerProcess {
    private static final String SERVER = "org.springframework.boot.loader.launch.JarLauncher";

    private S3ServerProcess() {}

    /** @param args the lock file of the folder, the folder of temporary files, then the arguments of the server */
    public static void main(String[] args) throws ReflectiveOperationException, IOException, InterruptedException {
        Thread parent = new Thread(() -> endAfter(System.in), "parent");
        // If the server cannot start, this process ends.
        parent.setDaemon(true);
        parent.start();
        try (FileChannel folder =
                FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FileLock lock = folder.lock();
            makeEmpty(Path.of(args[1]));
            Class.forName(SERVER).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(args, 2, args.length));
            // The server continues in its own threads.
            parent.join();
            lock.release();
        }
    }

    /** Deletes the temporary files of a server that was killed. */
    private static void makeEmpty(Path folder) throws IOException {
        try (Stream<Path> old = Files.walk(folder)) {
            for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
    }

    /** The operating system closes the other end of the pipe when the parent is gone. */
    private static void endAfter(InputStream pipe) {
        try (pipe) {
            pipe.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("The pipe to the parent is closed: " + e.getMessage());
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }
}
