import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenPort } from "../../../http/listening";
import {
  type MonitorMetricName,
  monitorMetricNames,
  monitorMetricPrefix,
} from "../../../monitoring/metrics/metricNames";
import { joinedFamilies, type MetricFamily } from "../../../monitoring/metrics/metricText";
import type { MonitorFileContext } from "../../../monitoring/settings/readMonitorSettings";
import { isLoopback } from "../../../text/loopback";
import { pause } from "../../../time/waitUntil";
import { answerMetrics, readPath } from "../../exporter/metricsServer";
import { answerJson, answerText, listen } from "../../http/httpServer";
import { isSameSecret, Logins } from "../logins";
import { type MonitorEvents, RunningMonitor } from "../monitor";
import type { MonitorPages } from "../pages/monitorPages";
import { fingerprint, type PreparedMonitor, prepareMonitor } from "../prepareMonitor";

/** Between two looks at the files of the settings. */
const checkMs = 2000;
/** A connection whose nodes weren't looked at for so many intervals hangs. */
const hangingIntervals = 6;
const minHangingMs = 120_000;

export interface ServiceEvents extends MonitorEvents {
  /** It goes on by other settings. */
  readonly reloaded: (prepared: PreparedMonitor) => void;
  /** Other settings can't be used; those before hold. */
  readonly refused: (error: unknown) => Promise<void> | void;
  /** It listens elsewhere by now, or for the first time. */
  readonly listening: (url: string, prepared: PreparedMonitor) => void;
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const flag = (value: boolean): number => (value ? 1 : 0);

/** How the monitor itself fares. */
function monitorMetrics(
  { connections, sinks, indexes }: RunningMonitor,
  { settingsRefused, startedMs }: { readonly settingsRefused: boolean; readonly startedMs: number },
): MetricFamily[] {
  const ofConnections = (value: (each: (typeof connections)[number]) => number | undefined): Sample[] =>
    connections.flatMap((each) => {
      const found = value(each);
      return found === undefined ? [] : [{ labels: { connection: each.name }, value: found }];
    });
  const ofSinks = (value: (each: (typeof sinks)[number]) => number): Sample[] =>
    sinks.map((each) => ({ labels: { sink: each.name }, value: value(each) }));
  const samples: Readonly<Record<MonitorMetricName, readonly Sample[]>> = {
    start_time_seconds: [{ labels: {}, value: Math.floor(startedMs / 1000) }],
    settings_refused: [{ labels: {}, value: flag(settingsRefused) }],
    look_timestamp_seconds: ofConnections(({ latest }) => latest && Math.floor(latest.atMs / 1000)),
    alerts: ofConnections(({ alerts }) => alerts.length),
    alerts_waiting: ofSinks(({ name }) =>
      connections.reduce((sum, { store }) => sum + store.waitingFor(name).length, 0),
    ),
    alerts_sent: ofSinks(({ sent }) => sent),
    alerts_lost: ofSinks(({ lost }) => lost),
    sink_failing: ofSinks(({ isFailing }) => flag(isFailing)),
    index_height: ofConnections(({ name }) => {
      const high = indexes.get(name)?.progress?.high ?? -1;
      return high < 0 ? undefined : high;
    }),
  };
  return (Object.keys(monitorMetricNames) as MonitorMetricName[]).map((name): MetricFamily => {
    const [type, help] = monitorMetricNames[name];
    return { name: `${monitorMetricPrefix}${name}`, help, type, samples: samples[name] };
  });
}

/** A monitor with its HTTP server, whose settings are read again when their files change. */
export class MonitorService {
  #running: RunningMonitor;
  #server: OpenPort | undefined;
  #pages: MonitorPages | undefined;
  #fingerprint = "";
  #settingsRefused = false;
  #reloading: Promise<void> = Promise.resolve();
  readonly #startedMs = Date.now();

  private constructor(
    private readonly file: string,
    private readonly instead: MonitorFileContext["instead"],
    running: RunningMonitor,
    private readonly events: ServiceEvents,
  ) {
    this.#running = running;
  }

  /** @throws as `prepareMonitor` and `RunningMonitor.start`; Error of the system for a port that is taken */
  static async start(
    file: string,
    instead: MonitorFileContext["instead"],
    events: ServiceEvents,
  ): Promise<MonitorService> {
    const prepared = await prepareMonitor(file, instead);
    const running = await RunningMonitor.start(prepared, events);
    const service = new MonitorService(file, instead, running, events);
    try {
      service.#fingerprint = await fingerprint(prepared.files);
      await service.#serve(prepared);
    } catch (error) {
      await running.close();
      throw error;
    }
    return service;
  }

  /** Looks at the files of the settings until the signal. */
  async watchFiles(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(checkMs, signal);
      if (signal.aborted) return;
      const now = await fingerprint(this.#running.prepared.files);
      if (now !== this.#fingerprint) await this.reload();
    }
  }

  /** Reads the settings again. Those that can't be used change nothing. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload());
    return this.#reloading;
  }

  async close(): Promise<void> {
    await this.#reloading;
    await this.#stopListening();
    await this.#pages?.close();
    await this.#running.close();
  }

  async #reload(): Promise<void> {
    const before = this.#running.prepared;
    this.#fingerprint = await fingerprint(before.files);
    let prepared: PreparedMonitor;
    try {
      prepared = await prepareMonitor(this.file, this.instead);
    } catch (error) {
      this.#settingsRefused = true;
      await this.events.refused(error);
      return;
    }
    // one writer at a time: what was seen until now is on the disk before it is taken up
    await this.#running.close();
    try {
      this.#running = await RunningMonitor.start(prepared, this.events);
    } catch (error) {
      this.#settingsRefused = true;
      await this.events.refused(error);
      this.#running = await RunningMonitor.start(before, this.events);
      return;
    }
    this.#fingerprint = await fingerprint(prepared.files);
    this.#settingsRefused = false;
    this.events.reloaded(prepared);
    try {
      await this.#serve(prepared, before);
    } catch (error) {
      this.#settingsRefused = true;
      await this.events.refused(error);
      await this.#serve(before).catch(() => undefined);
    }
  }

  /** Listens where the settings say; where nothing of that changed, goes on. */
  async #serve(prepared: PreparedMonitor, before?: PreparedMonitor): Promise<void> {
    const { settings, tls, pageToken } = prepared;
    if (pageToken === undefined) this.#pages = undefined;
    else if (this.#pages === undefined || pageToken !== before?.pageToken) {
      const { MonitorPages } = await import("../pages/monitorPages");
      await this.#pages?.close();
      this.#pages = new MonitorPages(() => this.#running, new Logins(pageToken), settings.tls !== undefined);
    }
    const placeOf = (each: PreparedMonitor): string =>
      JSON.stringify([each.settings.host, each.settings.port, each.tls, each.settings.tls === undefined]);
    if (before && this.#server && placeOf(before) === placeOf(prepared)) return;
    await this.#stopListening();
    const server = await listen(settings, tls, (request, response) => this.#answer(request, response));
    this.#server = server;
    const { port } = server;
    const { host } = settings;
    const url = `${tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
    this.events.listening(url, prepared);
  }

  async #stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    if (path === "/healthz" || path === "/readyz" || path === "/metrics") {
      if (readPath(request, response) === undefined) return;
      if (path === "/healthz") this.#answerHealth(response);
      else if (path === "/readyz") this.#answerReady(response);
      else await this.#answerMetrics(request, response);
    } else if (this.#pages) await this.#pages.answer(request, response, path);
    else answerText(response, 404);
  }

  /** Whether it works at all: a service manager starts it again where it doesn't. Nodes that are down are no reason. */
  #answerHealth(response: ServerResponse): void {
    const { connections, prepared } = this.#running;
    const now = Date.now();
    const hanging = connections.filter(({ latest, prepared: { connection } }) => {
      const limitMs = hangingIntervals * (prepared.settings.intervalMs + connection.timeoutMs);
      return now - (latest?.atMs ?? this.#startedMs) > Math.max(minHangingMs, limitMs);
    });
    const healthy = hanging.length === 0;
    answerJson(response, { healthy, hanging: hanging.length }, healthy ? 200 : 503);
  }

  /** Whether every connection was looked at by now. */
  #answerReady(response: ServerResponse): void {
    const { connections } = this.#running;
    const looked = connections.filter(({ latest }) => latest !== undefined).length;
    const ready = looked === connections.length;
    const settings = this.#settingsRefused ? "refused" : "current";
    answerJson(response, { ready, connections: connections.length, looked, settings }, ready ? 200 : 503);
  }

  async #answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prepared, connections } = this.#running;
    const { settings, metricsToken } = prepared;
    const given = /^Bearer (.{1,1000})$/.exec(request.headers.authorization ?? "")?.[1];
    const mayRead =
      metricsToken !== undefined
        ? given !== undefined && isSameSecret(given, metricsToken)
        : settings.metrics === "open" || isLoopback(settings.host);
    if (!mayRead) {
      answerText(response, metricsToken === undefined ? 403 : 401);
      return;
    }
    await answerMetrics(request, response, async (timeoutMs) => {
      const measured = connections.map(async (connection) => ({
        labels: { connection: connection.name },
        families: await connection.measured(timeoutMs, settings.intervalMs + 1000),
      }));
      const own = monitorMetrics(this.#running, { settingsRefused: this.#settingsRefused, startedMs: this.#startedMs });
      return [...joinedFamilies(await Promise.all(measured)), ...own];
    });
  }
}
