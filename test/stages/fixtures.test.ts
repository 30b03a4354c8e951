import {createHash} from "node:crypto";
import {readFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {inflateSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {DRAWINGS} from "../../loaders/stages/fixtures/drawings.js";
import {encodeJpeg} from "../../loaders/stages/fixtures/encodeJpeg.js";
import {scanlines} from "../../loaders/stages/fixtures/encodePng.js";
import {IMAGE_TASKS} from "../../loaders/stages/multimodal/tasks.js";
import {jsonIn} from "../../loaders/stages/jsonIn.js";

const FOLDER = fileURLToPath(new URL("../../loaders/stages/fixtures/", import.meta.url));

/** The pixel data of a PNG with one IDAT chunk. */
function pixels(png: Buffer): Buffer {
  const at = png.indexOf("IDAT");
  return inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
}

describe("image fixtures", () => {
  it("have the hashes that are listed beside them", async () => {
    const sums = await readFile(`${FOLDER}SHA256SUMS`, "utf8");
    for (const {file} of DRAWINGS) {
      const hash = createHash("sha256")
        .update(await readFile(FOLDER + file))
        .digest("hex");
      expect(sums).toContain(`${hash}  ${file}\n`);
    }
  });

  it("are what the script draws", async () => {
    for (const {file, form, draw} of DRAWINGS) {
      const bytes = await readFile(FOLDER + file);
      if (form === "png") expect(pixels(bytes).equals(scanlines(draw())), file).toBe(true);
      else expect(bytes.equals(encodeJpeg(draw())), file).toBe(true);
    }
  });
});

describe("image tasks", () => {
  const right: Record<string, string> = {
    chart: 'The tallest is clear.\n```json\n{"tallest": "TUE", "sum": 195}\n```',
    ocr: "INVOICE 7304-KX\nTOTAL: 1982.45",
    scene: '{"door_colour": "Blue", "roof_colour": "brown", "trees": 1, "sun_side": "right"}',
    "spatial-count": '{"red_left": 5, "red_right": 3, "blue": 3}',
    ui: '{"title": "Save Changes", "checked": "KEEP BACKUP", "green_button": "APPLY"}',
    comparison: '{"position": 3, "first": "red", "second": "yellow"}'
  };

  it("are six, and pass the right answer", () => {
    expect(IMAGE_TASKS).toHaveLength(6);
    for (const task of IMAGE_TASKS) expect(task.fault(right[task.task] ?? ""), task.task).toBeNull();
  });

  it("fail an answer with one field wrong, and name it", () => {
    for (const task of IMAGE_TASKS) {
      const wrong = (right[task.task] ?? "").replace(/3|195|1982|blue|KEEP/i, "9");
      expect(task.fault(wrong), task.task).not.toBeNull();
    }
  });

  it("fail an answer without JSON, or with a field missing", () => {
    expect(IMAGE_TASKS[0]?.fault("It is Tuesday.")).toBe("the answer holds no JSON object");
    expect(IMAGE_TASKS[0]?.fault('{"tallest": "TUE"}')).toBe("sum is missing, not 195");
    expect(IMAGE_TASKS[0]?.fault('{"tallest": "TUE", "sum": null}')).not.toBeNull();
  });
});

describe("jsonIn", () => {
  it("finds the first object in prose, with braces and quotes in its strings", () => {
    expect(jsonIn('a {not json} then {"x": "}\\"{"} end')).toEqual({x: '}"{'});
    expect(jsonIn("none {")).toBeNull();
  });
});
