import {html} from "./html.js";
import {simulatedBand} from "./html/simulatedBand.js";
import {pageSource} from "./pageSource.js";

/** The page that sets profiles of several campaigns side by side. */
export function comparePage(simulated: string[], roots: {campaign: string; root: string | null}[]): string {
  return pageSource(
    "Compare",
    [
      simulated.length === 0
        ? null
        : simulatedBand(
            true,
            null,
            `${simulated.join(", ")} ${simulated.length === 1 ? "is" : "are"} simulated; a simulated point is never set against a real one.`
          ),
      html`<h1>Compare</h1>
        <p>
          Pick two profiles, of one campaign or of two. Only like is set against like: the same measured prompt within 2
          %, concurrency, cache state, thinking, output limit and decode basis. Where two points are not alike, the
          reason stands in place of a ratio.
        </p>
        <details>
          <summary>From which evidence</summary>
          <ul>
            ${roots.map(
              ({campaign, root}) =>
                html`<li>
                  <a href="./campaign/${campaign}.html">${campaign}</a>, root
                  ${root === null ? "not known" : html`<code class="wrap">${root}</code>`}
                </li>`
            )}
          </ul>
        </details>`,
      html`<div id="compare">
        <noscript><p>Picking needs JavaScript. Every campaign's own page holds its points as tables.</p></noscript>
      </div>`
    ],
    `import {mountCompare} from "./components/compare/mountCompare.js";
invalidation.then(mountCompare(document.getElementById("compare"), await FileAttachment("./data/points.json").json()));`
  );
}
