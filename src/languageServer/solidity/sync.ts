import { pathOf } from "../documents/protocolRanges";
import { changedText } from "../documents/textChanges";
import { hearEditor } from "../protocol/messages";
import type { SolidityFeature } from "./feature";
import type { OpenSource } from "./solidityState";

/** Keeps the open sources as the editor has them. */
export const sync: SolidityFeature = {
  register(state) {
    const { connection, sources } = state;
    connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
      const source: OpenSource = { uri, path: pathOf(uri), version, text };
      sources.set(uri, source);
      state.tell("opened", source);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const before = sources.get(uri);
      if (!before) return;
      const source = { ...before, version, text: changedText(before.text, contentChanges) };
      sources.set(uri, source);
      state.moveProblems(uri, contentChanges);
      state.tell("changed", source);
    });
    connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
      const source = sources.get(uri);
      if (source) state.tell("saved", source);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      if (sources.delete(uri)) state.tell("closed", uri);
    });
    connection.onDidChangeConfiguration(({ settings }) => {
      state.forgetSettings(settings);
      state.tell("environmentChanged");
    });
    hearEditor(connection, "chainside/compileForChanged", () => state.tell("environmentChanged"));
  },
};
