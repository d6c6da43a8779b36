import type * as vscode from "vscode";

/** Whether a file is one of tests, by its name. */
export const isTestFile = ({ scheme, path }: vscode.Uri): boolean => scheme === "file" && path.endsWith(".t.sol");

/** Names of functions that are tests. */
export const isTestName = (name: string): boolean => /^(?:test|table|invariant|statefulFuzz)/.test(name);
