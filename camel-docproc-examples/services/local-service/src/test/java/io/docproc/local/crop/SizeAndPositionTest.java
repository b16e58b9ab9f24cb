/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeAndPositionTest {
    @Test
    void tenNumbersAreASizeAndFourCorners() {
        SizeAndPosition parsed = SizeAndPosition.parse("640, 480,1,2,31,3,32,43,2,42");

        assertThat(parsed.width()).isEqualTo(640);
        assertThat(parsed.height()).isEqualTo(480);
        assertThat(parsed.corners()).containsExactly(1, 2, 31, 3, 32, 43, 2, 42);
    }

    @Test
    void allCornersMustBeInTheImage() {
        SizeAndPosition parsed = SizeAndPosition.parse("0,0,0,0,40,0,40,30,0,30");

        assertThatCode(() -> parsed.requireWithin(40, 30)).doesNotThrowAnyException();
        assertThatThrownBy(() -> parsed.requireWithin(39, 30))
                .hasMessageContaining("outside the image of 39 x 30 pixels")
                .extracting("code")
                .isEqualTo(40004);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 1 values",
                "1,2,3 | 3 values",
                "0,0,0,0,9,0,9,9,0,9,5 | 11 values",
                "0,0,0,0,9,0,9,9,0, | not a whole number",
                "0,0,0,0,9,0,9.5,9,0,9 | '9.5'",
                "-1,0,0,0,9,0,9,9,0,9 | width",
                "0,10001,0,0,9,0,9,9,0,9 | height",
                "0,0,0,0,0,9,9,9,9,0 | clockwise",
                "0,0,0,0,9,9,9,0,0,9 | clockwise",
                "0,0,5,5,5,5,5,5,5,5 | clockwise"
            })
    void otherValuesAreParameterErrorsWithAReason(String value, String reason) {
        assertThatThrownBy(() -> SizeAndPosition.parse(value))
                .hasMessageContaining("size_and_positon must be width,height,x1,y1")
                .hasMessageContaining(reason)
                .extracting("code")
                .isEqualTo(40004);
    }
}
