import type {Derived} from "../../schema/request.js";
import {requestFindings} from "../findings/requestFindings.js";
import {requestChecks, type RequestChecks} from "../judge/requestChecks.js";
import {requestMetrics, type RequestMetrics} from "../requestMetrics.js";
import {deriveExchange, type DeriveContext} from "./deriveRequest.js";
import type {Exchange} from "./exchange.js";

/** The flat form that `derive` prints: section 3 of one request, with its checks and findings. */
export type FlatRecord = {request_id: string | null} & Derived &
  RequestMetrics & {checks: RequestChecks; findings: string[]};

/** Derives one request and adds its rates, checks and findings. */
export function flatRecord(requestId: string | null, exchange: Exchange, context?: DeriveContext): FlatRecord {
  const derived = deriveExchange(exchange, context);
  return {
    request_id: requestId,
    ...derived,
    ...requestMetrics(derived),
    checks: requestChecks(derived, exchange.asked),
    findings: requestFindings(derived)
  };
}
