/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

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
 * The process of the S3 server. It ends with the process that has started it, however that one ends; and it waits until it
 * has its folder for itself, because two servers on one folder would each keep a truth of its own.
 */
final class S3ServerProcess {
    private static final String SERVER = "org.springframework.boot.loader.launch.JarLauncher";

    private S3ServerProcess() {}

    /** @param args the file whose lock stands for the folder, the folder of temporary files, then what the server itself takes */
    public static void main(String[] args) throws ReflectiveOperationException, IOException, InterruptedException {
        Thread parent = new Thread(() -> endAfter(System.in), "parent");
        parent.start();
        try (FileChannel folder =
                FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FileLock lock = folder.lock();
            makeEmpty(Path.of(args[1]));
            Class.forName(SERVER).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(args, 2, args.length));
            // The server goes on in threads of its own.
            parent.join();
            lock.release();
        }
    }

    /** An earlier server may have been killed, with nobody left to delete its temporary files. */
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
        } catch (IOException closed) {
            System.err.println("The pipe to the parent is closed: " + closed.getMessage());
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }
}
