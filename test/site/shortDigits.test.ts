import {expect, it} from "vitest";
import {shortDigits} from "../../src/data/html/shortDigits.js";

it("shortens what has more digits than anyone reads, and nothing else", () => {
  expect(
    shortDigits("The ratio is 1.3970668440173595 in [1.1760773460422818, 2.4683705111646383] of 16,545.0 and 5.02")
  ).toBe("The ratio is 1.397 in [1.176, 2.468] of 16,545.0 and 5.02");
});
