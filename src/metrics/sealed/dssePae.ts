/** Media type of an amendment's payload. */
export const AMENDMENT_TYPE = "application/vnd.assay.amendment+json";

/**
 * The bytes that a DSSE signature covers: "DSSEv1" SP len(type) SP type SP len(payload) SP payload, lengths in bytes as
 * decimal. Source: secure-systems-lab/dsse, protocol.md, PAE.
 */
export function dssePae(type: string, payload: Uint8Array): Buffer {
  const typeBytes = Buffer.from(type);
  const head = `DSSEv1 ${typeBytes.length} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
