-- SPDX-License-Identifier: Apache-2.0
CREATE TABLE IF NOT EXISTS passages (
    document text NOT NULL,
    page integer NOT NULL,
    headings text,
    text text NOT NULL,
    embedding real[] NOT NULL
);
CREATE INDEX IF NOT EXISTS passages_document ON passages (document);
