// Integrated terminals of a window, as far as an extension sees them.

/** The collection by which an extension changes the variables of terminals. */
export class TerminalVariables {
  /** What is appended, by variable. */
  readonly appended = new Map<string, string>();
  description = "";

  append(variable: string, value: string): void {
    this.appended.set(variable, value);
  }

  clear(): void {
    this.appended.clear();
  }
}

/** A terminal, and the lines that were sent to it. */
export interface FakeTerminal {
  readonly name: string;
  shown: boolean;
  readonly sent: string[];
}

/** What `window.createTerminal` gives; the terminal is noted. */
export function openTerminal(terminals: FakeTerminal[], { name }: { name: string }): object {
  const terminal: FakeTerminal = { name, shown: false, sent: [] };
  terminals.push(terminal);
  return {
    name,
    show: () => {
      terminal.shown = true;
    },
    sendText: (line: string) => terminal.sent.push(line),
  };
}
