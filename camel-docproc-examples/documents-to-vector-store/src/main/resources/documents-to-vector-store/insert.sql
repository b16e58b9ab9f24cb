-- SPDX-License-Identifier: Apache-2.0
INSERT INTO passages (document, page, headings, text, embedding)
VALUES (:#${file:name}, :#${body.pageNumber}, :#${body.metadata[headings]}, :#${body.text}, CAST(:#${variable.vector} AS real[]))
