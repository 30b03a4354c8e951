import {TABLES} from "../schema/tables.js";
import {html} from "./html.js";
import {simulatedBand} from "./html/simulatedBand.js";
import {pageSource} from "./pageSource.js";

/** The SQL notebook. The files are Arrow streams under another name, since Framework would ship its own Arrow library with an `.arrow` file. It needs each file by its literal name, so the page is written from the list of tables. */
export function sqlPage(simulated: string[], roots: {campaign: string; root: string | null}[]): string {
  return pageSource(
    "SQL",
    [
      simulated.length === 0
        ? null
        : simulatedBand(
            true,
            null,
            `${simulated.join(", ")} ${simulated.length === 1 ? "is" : "are"} simulated; the column "simulated" of "campaigns" tells rows apart.`
          ),
      html`<h1>SQL</h1>
        <p>
          All campaigns of this report as tables, in a DuckDB that runs in this page and can reach nothing else. The
          views are the same text that the decisions were computed with. The cells are kept in the address: a link
          shares them.
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
      html`<div id="notebook">
        <noscript
          ><p>The notebook needs JavaScript. The same tables answer on the command line: npm run sql.</p></noscript
        >
      </div>`
    ],
    `import {mountNotebook} from "./components/sql/mountNotebook.js";
import {mountPage} from "./components/mountPage.js";
const undo = mountNotebook(document.getElementById("notebook"), {
  schema: await FileAttachment("./data/schema.json").json(),
  tables: {
${TABLES.map(({name}) => `    ${name}: FileAttachment("./data/tables/${name}.ipc")`).join(",\n")}
  }
});
const undoPage = mountPage();
invalidation.then(() => (undo(), undoPage()));`
  );
}
