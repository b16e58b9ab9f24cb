/* SPDX-License-Identifier: Apache-2.0 */
/** Converts the documentation of the project to a web site. */
package io.docproc.site;
