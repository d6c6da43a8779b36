// Forms of code: as the project has it, for tests, for coverage.
import { isDeepStrictEqual } from "node:util";
import { compareVersions } from "../../text/versions";
import type { CompiledProject, CompilerSettings } from "../artifact/compiledProject";
import type { CompilerDiagnostic } from "../artifact/compilerDiagnostic";
import { remappingText } from "../imports/remappings";
import type { ProjectSettings } from "../project/projectSettings";
import { evmSetting } from "../version/chooseCompiler";
import type { CompilerChoice } from "../version/compilerReasons";
import type { CompileRequest } from "./compileRequest";

/**
 * Steps of the optimizer that give several statements the same code, or that run out of stack in large contracts. They have names of their
 * own from 0.8.2 on.
 */
const merging = { deduplicate: false, inliner: false, yul: false };

/** Nothing at all, not even what compilers do without an optimizer: it turns conditions around. */
const nothingOptimized = {
  peephole: false,
  inliner: false,
  jumpdestRemover: false,
  orderLiterals: false,
  deduplicate: false,
  cse: false,
  constantOptimizer: false,
  yul: false,
};

function optimizerFor(
  { optimizer, viaIR }: ProjectSettings,
  { version }: CompilerChoice,
  code: CompileRequest["code"],
): CompilerSettings["optimizer"] {
  const named = compareVersions(version, "0.8.2") >= 0;
  if (code === "plain")
    return { enabled: false, runs: optimizer.runs, ...(named ? { details: nothingOptimized } : {}) };
  const traceable = code === "traceable" && optimizer.enabled && !viaIR && named;
  if (!traceable) return optimizer;
  // without the steps of Yul a compiler takes no word about them
  const { yulDetails: _, ...details } = optimizer.details ?? {};
  return { ...optimizer, details: { ...details, ...merging } };
}

/** Whether code had no room on the stack. */
export const isTooDeep = ({ severity, message }: CompilerDiagnostic): boolean =>
  severity === "error" && /stack[- ]too[- ]deep|too deep (?:in|inside) the stack/i.test(message);

/** The settings for a form of code, and behind them those that leave more room on the stack; the project's own are the last. */
export function formsOf(
  project: ProjectSettings,
  choice: CompilerChoice,
  code: CompileRequest["code"],
): readonly CompilerSettings[] {
  if (code === "roomy") {
    const own = settingsFor(project, choice, undefined);
    const roomy = settingsFor(project, choice, code);
    return isDeepStrictEqual(own, roomy) ? [own] : [own, roomy];
  }
  const codes = [
    ...(code === "plain" ? (["plain", "traceable"] as const) : []),
    ...(code === "traceable" ? [code] : []),
  ];
  const forms = [...codes, undefined].map((each) => settingsFor(project, choice, each));
  return forms.filter((form, at) => forms.findIndex((each) => isDeepStrictEqual(each, form)) === at);
}

/** Whether code was made by other settings than those of the form that was asked for. */
export function fellBack(
  result: { readonly project: CompiledProject | undefined; readonly choice?: CompilerChoice } | undefined,
  project: ProjectSettings,
  code: CompileRequest["code"],
): boolean {
  if (code === undefined || !result?.project || !result.choice) return false;
  // what is kept was JSON once
  const plain = (settings: CompilerSettings): unknown => JSON.parse(JSON.stringify(settings));
  const wanted = settingsFor(project, result.choice, code === "roomy" ? undefined : code);
  return !isDeepStrictEqual(plain(result.project.settings), plain(wanted));
}

/** What a compiler is told for a form of code. */
export function settingsFor(
  project: ProjectSettings,
  choice: CompilerChoice,
  code: CompileRequest["code"],
): CompilerSettings {
  const isRoomy = code === "roomy" && compareVersions(choice.version, "0.8.13") >= 0;
  return {
    optimizer: isRoomy ? { ...project.optimizer, enabled: true } : optimizerFor(project, choice, code),
    evmVersion: evmSetting(choice),
    viaIR: isRoomy || (project.viaIR && code !== "plain"),
    remappings: project.remappings.map(remappingText),
    metadata: project.metadata,
    libraries: project.libraries,
  };
}
