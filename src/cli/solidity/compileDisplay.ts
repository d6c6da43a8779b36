import { performance } from "node:perf_hooks";
import type { CompileProgress, RunningUnit } from "../../solidity/compile/compileRequest";
import { t } from "../../text/catalogue";
import { complain, showStatus } from "../output/print";
import { ProgressLine } from "../output/progressLine";

/** Where nothing has been shown for so long, it is said that sources are read. */
const firstMs = 250;
/** How often the line of a terminal is written again. */
const lineMs = 250;
/** What took less isn't worth a line when it is over. */
const longMs = 5000;

const seconds = (ms: number): string => (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);

/** What a unit is called: its file, or its first one and how many others. */
const unitName = ({ name, files }: Pick<RunningUnit, "name" | "files">): string =>
  files === 1 ? name : t("{0} and {1} more", name, files - 1);

/** Shows on standard error how far compilers are: a line that replaces itself on a terminal, single lines in a log. */
export class CompileDisplay {
  readonly #began = performance.now();
  readonly #progress = new ProgressLine();
  readonly #fetched = new Set<string>();
  readonly #ended = new Map<string, { readonly unit: RunningUnit; readonly ms: number }>();
  readonly #timer: NodeJS.Timeout;
  #latest: (CompileProgress & { readonly kind: "compiling" }) | undefined;
  #isSilent = true;
  #isAnnounced = false;
  readonly #fromMs: number;

  /** @param fromMs compiling that ends sooner isn't shown */
  constructor(fromMs = 0) {
    this.#fromMs = fromMs;
    this.#timer = setInterval(() => this.#show(), lineMs);
    this.#timer.unref();
  }

  readonly take = (progress: CompileProgress): void => {
    if (progress.kind === "fetching") {
      if (this.#fetched.has(progress.version)) return;
      this.#fetched.add(progress.version);
      this.#line(t("Downloading Solidity {0} from npm…", progress.version));
      return;
    }
    const still = new Set(progress.running.map(({ name }) => name));
    for (const unit of this.#latest?.running ?? [])
      if (!still.has(unit.name)) this.#ended.set(unit.name, { unit, ms: Date.now() - unit.startedMs });
    this.#latest = progress;
    this.#show();
  };

  /** Everything is compiled. */
  end(): void {
    clearInterval(this.#timer);
    showStatus("");
    const ms = performance.now() - this.#began;
    const { files = 0, done = 0 } = this.#latest ?? {};
    const [slowest] = [...this.#ended.values()].sort((left, right) => right.ms - left.ms);
    if (!slowest || ms < longMs || done < files) return;
    const name = unitName(slowest.unit);
    complain(t("Files compiled: {0}, in {1} s; slowest: {2}, {3} s", files, seconds(ms), name, seconds(slowest.ms)));
  }

  /** What is compiled by now, where the run was stopped. */
  get soFar(): { readonly done: number; readonly files: number } | undefined {
    return this.#latest && { done: this.#latest.done, files: this.#latest.files };
  }

  #line(words: string): void {
    showStatus("");
    complain(words);
    this.#isSilent = false;
    this.#progress.written();
  }

  #show(): void {
    const ms = performance.now() - this.#began;
    if (ms < this.#fromMs) return;
    if (!this.#latest) {
      if (this.#isSilent && ms >= firstMs) this.#line(t("Reading sources…"));
      return;
    }
    const { files, done, running, version } = this.#latest;
    const [oldest] = running;
    if (done >= files) return;
    if (!this.#isAnnounced) {
      this.#isAnnounced = true;
      this.#line(t("Compiling with Solidity {0}, files: {1}…", version, files));
      return;
    }
    if (!oldest) return;
    const words = t(
      "Files compiled: {0} of {1}; longest: {2}, {3} s",
      done,
      files,
      unitName(oldest),
      seconds(Date.now() - oldest.startedMs),
    );
    this.#progress.show(words);
  }
}
