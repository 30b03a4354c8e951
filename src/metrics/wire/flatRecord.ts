import type {Derived} from "../../schema/request.js";
import {requestFindings, type FindingContext} from "../findings/requestFindings.js";
import {requestChecks, type RequestChecks} from "../judge/requestChecks.js";
import {requestMetrics, type RequestMetrics} from "../requestMetrics.js";
import {deriveExchange, type DeriveContext} from "./deriveRequest.js";
import type {Exchange} from "./exchange.js";

/** The flat form that `derive` prints: section 3 of one request, with its checks and findings. */
export type FlatRecord = {request_id: string | null} & Derived &
  RequestMetrics & {checks: RequestChecks; findings: string[]};

/** Derives one request and adds its rates, checks and findings. What `context` leaves out is not known. */
export function flatRecord(
  requestId: string | null,
  exchange: Exchange,
  context: Partial<DeriveContext & FindingContext> = {}
): FlatRecord {
  const {cacheReporting = null, cacheDeclared = null, templateTokens = null} = context;
  const derived = deriveExchange(exchange, {cacheReporting});
  return {
    request_id: requestId,
    ...derived,
    ...requestMetrics(derived),
    checks: requestChecks(derived, exchange.asked),
    findings: requestFindings(derived, {cacheDeclared, templateTokens})
  };
}
