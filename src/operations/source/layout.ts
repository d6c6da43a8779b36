import * as v from "valibot";
import { say, text } from "../../text/catalogue";
import { compiledContract, source } from "../kit/compiledContract";
import { asking } from "../kit/define";
import { aContract, optional } from "../model/fields";
import { placedVariable, type SourceLayout } from "../model/inspector";

/** The compiler's own form, for programs that read it. */
const compilersForm = v.optional(v.looseObject({}));

/** What is told of a layout. */
export function layoutShown({ contract, rows, changes, verdict }: SourceLayout) {
  const reported = changes?.map(({ message, severity, kind, name }) => ({
    severity,
    kind,
    name,
    message: say(message),
  }));
  return {
    contract,
    variables: rows.map((row) => ({ ...row })),
    ...(reported ? { verdict, changes: reported } : {}),
    ...(verdict === undefined || verdict === "unknown" ? {} : { keepsStored: verdict === "kept" }),
  };
}

export const layoutOperation = asking({
  noun: "source",
  verb: "layout",
  word: "getStorageLayout",
  summary: text(
    "Where a contract of the folder keeps its state variables, and what an upgrade of a deployed one to it would do to what is stored.",
  ),
  fields: {
    source,
    against: optional(
      aContract(
        text(
          "Deployed contract that would be upgraded; it was compiled on this machine, or stands in .chainside/proxies.json",
        ),
      ),
    ),
  },
  needs: "sources",
  result: v.object({
    contract: v.string(),
    variables: v.array(placedVariable),
    /** Everything that is stored stays where it is read; absent where nothing was compared, or nothing can be said. */
    keepsStored: v.optional(v.boolean()),
    verdict: v.optional(v.picklist(["kept", "broken", "unknown"])),
    changes: v.optional(
      v.array(
        v.object({
          severity: v.picklist(["error", "warning", "information"]),
          kind: v.string(),
          name: v.string(),
          message: v.string(),
        }),
      ),
    ),
    storageLayout: compilersForm,
  }),
  holds: ({ verdict = "kept" }) => verdict === "kept",
  run: async ({ signal }, { source: given, against }, sources) => {
    const { path, artifact } = await compiledContract(sources, given, signal);
    return layoutShown(await sources.layout(path, artifact.name, against, signal));
  },
});
