import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installForTests } from "./debianPackages";

const isThere = (): boolean =>
  ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)].some((folder) =>
    ["prometheus", "promtool"].every((name) => existsSync(join(folder, name))),
  );

/** Prometheus and its `promtool`, which try the exporter. */
export const preparePrometheus = (): Promise<void> => installForTests(isThere() ? [] : ["prometheus"]);
