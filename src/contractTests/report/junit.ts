import nodePath from "node:path";
import { pathBelow } from "../../text/pathBelow";
import type { TestContract, TestResult } from "../testProject";
import { xml, xmlSeconds } from "./xmlText";

function testCase(result: TestResult, contract: TestContract, folder: string): string {
  const { test, durationMs, status, failure, skipReason, lines } = result;
  const head = `    <testcase name="${xml(test)}" classname="${xml(contract.id)}" file="${xml(contract.sourceName)}" time="${xmlSeconds(durationMs)}"`;
  const inside: string[] = [];
  if (status === "skipped") inside.push(`      <skipped message="${xml(skipReason ?? "")}"/>`);
  if (failure) {
    const stack = failure.stack.map(({ file, line, column, name }) => {
      const path = pathBelow(folder, file, nodePath) ?? file;
      return `at ${name} (${path}:${line}:${column})`;
    });
    const body = [...(failure.counterexample ?? []), ...stack].join("\n");
    inside.push(`      <failure message="${xml(failure.message)}" type="failure">${xml(body)}</failure>`);
  }
  if (lines.length > 0) inside.push(`      <system-out>${xml(lines.join("\n"))}</system-out>`);
  return inside.length === 0 ? `${head}/>` : [`${head}>`, ...inside, "    </testcase>"].join("\n");
}

/** A JUnit report, as servers for continuous integration read it. */
export function junitReport(
  contracts: readonly TestContract[],
  results: readonly TestResult[],
  folder: string,
): string {
  const numbers = (own: readonly TestResult[]): string => {
    const count = (status: TestResult["status"]): number => own.filter((each) => each.status === status).length;
    const time = own.reduce((sum, { durationMs }) => sum + durationMs, 0);
    return `tests="${own.length}" failures="${count("failed")}" errors="0" skipped="${count("skipped")}" time="${xmlSeconds(time)}"`;
  };
  const suites = contracts.flatMap((contract) => {
    const own = results.filter((result) => result.contract === contract.id);
    return [
      `  <testsuite name="${xml(contract.id)}" ${numbers(own)}>`,
      ...own.map((result) => testCase(result, contract, folder)),
      "  </testsuite>",
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers(results)}>`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}
