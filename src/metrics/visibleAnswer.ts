import type {Derived} from "../schema/request.js";

/** Whether some content is not white space. Null when no answer was received at all. Source: design, section 3. */
export function visibleAnswer(r: Pick<Derived, "content">): boolean | null {
  return r.content === null ? null : /\S/u.test(r.content);
}
