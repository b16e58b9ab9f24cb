/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Test service: a programmable stand-in for the document-processing service, for the tests of applications. Start with
 * {@link io.docproc.test.DocprocTestService}.
 */
package io.docproc.test;
