import {jsonIn} from "../jsonIn.js";

/** One image task: its fixtures, the question, and the exact assertions on the answer. */
export interface ImageTask {
  task: string;
  files: string[];
  question: string;
  /** What is wrong with an answer; null when every assertion holds. */
  fault(content: string): string | null;
}

const json = (form: string) => `Answer with JSON only: ${form}`;

export const IMAGE_TASKS: ImageTask[] = [
  {
    task: "chart",
    files: ["chart.png"],
    question: `Which day has the tallest bar, and what is the sum of the four values? ${json('{"tallest": "<day as written>", "sum": <number>}')}`,
    fault: fields({tallest: "TUE", sum: 195})
  },
  {
    task: "ocr",
    files: ["ocr.png"],
    question: "Transcribe both lines of this image exactly, one below the other. Answer with the text only.",
    fault: (content) =>
      ["INVOICE 7304-KX", "TOTAL: 1982.45"].flatMap((line) =>
        content.includes(line) ? [] : [`"${line}" is not in it`]
      )[0] ?? null
  },
  {
    task: "scene",
    files: ["scene.png"],
    question: `Describe the scene. ${json('{"door_colour": "...", "roof_colour": "...", "trees": <number>, "sun_side": "left or right"}')}`,
    fault: fields({door_colour: "blue", roof_colour: "brown", trees: 1, sun_side: "right"})
  },
  {
    task: "spatial-count",
    files: ["spatial.png"],
    question: `A black line divides the image. Count the red circles on each side of it, and all blue squares. ${json('{"red_left": <number>, "red_right": <number>, "blue": <number>}')}`,
    fault: fields({red_left: 5, red_right: 3, blue: 3})
  },
  {
    task: "ui",
    files: ["dialog.png"],
    question: `Read this dialog. ${json('{"title": "...", "checked": "<label of the ticked box>", "green_button": "<its label>"}')}`,
    fault: fields({title: "SAVE CHANGES", checked: "KEEP BACKUP", green_button: "APPLY"})
  },
  {
    task: "comparison",
    files: ["shelf-a.png", "shelf-b.png"],
    question: `The two images differ in one object. Which one, counted from the left, and what is its colour in the first and in the second image? ${json('{"position": <number>, "first": "<colour>", "second": "<colour>"}')}`,
    fault: fields({position: 3, first: "red", second: "yellow"})
  }
];

function fields(wanted: Record<string, string | number>): (content: string) => string | null {
  return (content) => {
    const value = jsonIn(content);
    if (value === null) return "the answer holds no JSON object";
    for (const [key, right] of Object.entries(wanted)) {
      const got = value[key];
      const same =
        typeof right === "number"
          ? Number(got) === right && got !== "" && got !== null
          : String(got).trim().toLowerCase() === right.toLowerCase();
      if (!same) return `${key} is ${JSON.stringify(got) ?? "missing"}, not ${JSON.stringify(right)}`;
    }
    return null;
  };
}
