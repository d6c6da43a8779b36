import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenPort } from "../../http/listening";
import type { Collector } from "../../monitoring/metrics/collector";
import { contentTypes, type MetricFamily, metricText } from "../../monitoring/metrics/metricText";
import { answer, answerText, listen } from "../http/httpServer";

/** Prometheus says how long it waits; an answer has to be there before. */
const usualTimeoutMs = 9000;
const maxTimeoutMs = 60_000;
const marginMs = 500;

function timeoutOf(request: IncomingMessage): number {
  const seconds = Number(request.headers["x-prometheus-scrape-timeout-seconds"]);
  if (!(seconds > 0)) return usualTimeoutMs;
  return Math.max(marginMs, Math.min(maxTimeoutMs, seconds * 1000 - marginMs));
}

/** Answers a scrape. @param measure what is measured, within so many milliseconds */
export async function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  measure: (timeoutMs: number) => Promise<readonly MetricFamily[]>,
): Promise<void> {
  const format = /application\/openmetrics-text/.test(request.headers.accept ?? "") ? "openMetrics" : "text";
  answer(response, { type: contentTypes[format] }, metricText(await measure(timeoutOf(request)), format));
}

/** The path of a request for reading; undefined after it was refused for another method. */
export function readPath(request: IncomingMessage, response: ServerResponse): string | undefined {
  if (request.method === "GET" || request.method === "HEAD") return (request.url ?? "/").split("?")[0] ?? "/";
  answerText(response, 405);
  return undefined;
}

/** Serves `/metrics` over HTTP. */
export function serveMetrics(collector: Collector, host: string, port: number): Promise<OpenPort> {
  return listen({ host, port }, undefined, async (request, response) => {
    const path = readPath(request, response);
    if (path === undefined) return;
    if (path !== "/metrics") answerText(response, 404);
    else await answerMetrics(request, response, (timeoutMs) => collector.collect(timeoutMs));
  });
}
