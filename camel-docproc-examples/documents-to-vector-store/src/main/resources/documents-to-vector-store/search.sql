-- SPDX-License-Identifier: Apache-2.0
-- The model returns vectors of length 1, so the sum of the products is the cosine.
SELECT text, document, page FROM passages
ORDER BY (SELECT sum(CAST(a AS double precision) * b) FROM unnest(embedding, CAST(:#${variable.vector} AS real[])) AS v(a, b)) DESC
LIMIT 1
