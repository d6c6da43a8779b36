import type { Orders } from "../../processes/serveStarter";
import type { CompileProgress } from "../compile/compileRequest";
import { SolidityCompiler } from "../compile/compiler";
import { keepConsent } from "../compilerReleases/consent";
import type { CodeInUse } from "../deployed/layoutInUse";
import type { GraphKind } from "../graph/graph";
import { type EditorRequest, EditorService } from "../language/editorService";
import { PlacesAsked } from "../language/placesAsked";
import { rootOf } from "../project/projectRoot";
import type { CompileServiceProtocol, GraphAnswer, LayoutAnswer } from "./messages";
import { verifyFile } from "./verifyFile";

/** Compiles for an editor and answers its questions. */
export class CompileService {
  #compiler: SolidityCompiler | undefined;
  #compilers = "";
  #artifacts: string | undefined;
  readonly #editor = new EditorService({
    compile: (...given) => this.#started.compile(...given),
    choiceOf: async (request) => this.#started.choiceOf(request),
  });

  readonly orders: Orders<CompileServiceProtocol> = {
    start: ({ compilers, artifacts }) => {
      this.#compilers = compilers;
      this.#artifacts = artifacts;
      this.#compiler ??= new SolidityCompiler(compilers, artifacts);
    },
    check: ({ request, ...wish }, { tell, signal }) => this.#editor.check(request, wish, tell, signal),
    ask: ({ request, question }, { signal }) => this.#editor.ask(request, question, signal),
    allow: (allowed) => keepConsent(this.#compilers, allowed),
    verify: async ({ request, code, contract }, { tell, signal }) => {
      const [file = ""] = request.files;
      const root = rootOf(file, request.workspace);
      const found = await this.#started.compile({ ...request, root, outputs: "contracts" }, tell, signal);
      return verifyFile(found, code, contract);
    },
    flatten: async ({ request }) => {
      const found = await this.#editor.project(request, "around");
      const { flatten } = await import("../flatten/flatten");
      return found ? flatten(found.project, found.file) : { text: "" };
    },
    graph: ({ request, of, contract }) => this.#graph(request, of, contract),
    readReport: async ({ report }) => {
      const { readReport } = await import("../reports/readReport");
      try {
        return readReport(report);
      } catch {
        // It is no JSON, or more than anything of its kind.
        return undefined;
      }
    },
    layout: ({ request, contract, deployed }, { tell, signal }) =>
      this.#layout(request, contract, { deployed, tell, signal }),
    proxyRecords: async ({ request, contract, chain }, { tell, signal }) => {
      const { proxyRecords } = await import("../deployed/manifestFile");
      const { root, compiled } = await this.#compiled(request, contract, tell, signal);
      return proxyRecords(root, chain, `${compiled?.sourceName}:${contract}`);
    },
    keepProxyStep: async ({ request, contract, step }, { signal }) => {
      const { keepProxyStep } = await import("../deployed/manifestFile");
      const { root, compiled } = await this.#compiled(request, contract, () => undefined, signal);
      await keepProxyStep(root, step, compiled);
    },
    keepProxyOutcome: async ({ root, chain, transaction, outcome }) => {
      const { keepProxyOutcome } = await import("../deployed/manifestFile");
      await keepProxyOutcome(root, chain, transaction, outcome);
    },
  };

  async #graph(request: EditorRequest, of: GraphKind, wanted: string | undefined): Promise<GraphAnswer> {
    const found = await this.#editor.project(request, "around");
    const { callGraph, inheritanceGraph } = await import("../graph/graph");
    const { drawGraph } = await import("../graph/drawGraph");
    const { graphSvg } = await import("../graph/svg");
    const contracts = (found?.file.items ?? []).filter(({ kind }) => kind === "contract");
    const chosen = contracts.filter(({ name }) => wanted === undefined || name.text === wanted);
    const [first] = chosen;
    if (!found || !first)
      return { drawn: drawGraph({ nodes: [], edges: [], isCut: false }), svg: "", contracts: [], places: {} };
    const graph = of === "calls" ? callGraph(found.project, first) : inheritanceGraph(found.project, chosen);
    const places = new PlacesAsked(found.project);
    const drawn = drawGraph(graph);
    return {
      drawn,
      svg: graphSvg(drawn, wanted === undefined ? found.file.path : `${found.file.path}:${wanted}`),
      contracts: contracts.map(({ name }) => name.text),
      places: Object.fromEntries(
        graph.nodes.map(({ id, declaration: { file, name, start } }) => [
          id,
          places.locationOf(
            name.text === "" ? { file, start, end: start } : { file, start: name.start, end: name.end },
          ),
        ]),
      ),
    };
  }

  async #layout(
    request: EditorRequest,
    name: string,
    {
      deployed,
      tell,
      signal,
    }: { deployed: CodeInUse | undefined; tell: (progress: CompileProgress) => void; signal: AbortSignal },
  ): Promise<LayoutAnswer | undefined> {
    const { root, project, compiled } = await this.#compiled(request, name, tell, signal);
    const now = compiled?.storageLayout;
    if (!now || !project) return undefined;
    const { upgradeSafety } = await import("../layout/upgradeSafety");
    const safety = upgradeSafety(project, compiled);
    const { storageTable } = await import("../layout/storageTable");
    const { compareInUse, layoutInUse } = await import("../deployed/layoutInUse");
    const inUse = deployed
      ? await layoutInUse(this.#artifacts, root, deployed, signal)
      : { layout: undefined, doubts: [] };
    const { layout: before, doubts } = inUse;
    if (!before) return { rows: storageTable(now), before: undefined, changes: doubts, verdict: "unknown", safety };
    return { rows: storageTable(now), before: storageTable(before), ...compareInUse(inUse, before, now), safety };
  }

  /** The contract of a request's file, which was compiled before and isn't again; undefined where it doesn't compile. */
  async #compiled(
    request: EditorRequest,
    name: string,
    tell: (progress: CompileProgress) => void,
    signal: AbortSignal,
  ) {
    const [file = ""] = request.files;
    const root = rootOf(file, request.workspace);
    const { files } = await this.#started.compile({ ...request, root, outputs: "contracts" }, tell, signal);
    const made = files.find(({ contracts }) => contracts.some((each) => each.name === name));
    const contract = made?.contracts.find((each) => each.name === name);
    const compiled = contract && { ...contract, compiler: made?.project?.compiler.longVersion ?? "" };
    return { root, project: made?.project, compiled };
  }

  get #started(): SolidityCompiler {
    if (!this.#compiler) throw new Error("the service was not started");
    return this.#compiler;
  }

  /** Ends the compilers. */
  close(): void {
    this.#compiler?.close();
  }
}
