import {sign, type KeyObject} from "node:crypto";
import type {Amendment, AmendmentLine} from "../../schema/journal.js";
import {canonicalJson} from "./canonicalJson.js";
import {AMENDMENT_TYPE, dssePae} from "./dssePae.js";

/**
 * The line of an amendment: a DSSE envelope over its canonical JSON, chained to the line before. With a key it is signed
 * (ed25519) in the name of `amendment.by`; without one it is a claim. Pure.
 */
export function signAmendment(
  amendment: Amendment,
  after: {seq: number; prev: string},
  key: KeyObject | null
): AmendmentLine {
  const payload = Buffer.from(canonicalJson(amendment));
  const sig = key && sign(null, dssePae(AMENDMENT_TYPE, payload), key).toString("base64");
  return {
    schema: "assay.amendment/v1",
    seq: after.seq,
    prev: after.prev,
    payload_type: AMENDMENT_TYPE,
    payload: payload.toString("base64"),
    signatures: sig === null ? [] : [{keyid: amendment.by, sig}]
  };
}
