// The part of the fake `vscode` module that shows tests: what a test explorer is told, for a test to look at.
import { EventEmitter, type Position, type Range, type Uri } from "./values";

export enum TestRunProfileKind {
  Run = 1,
  Debug = 2,
  Coverage = 3,
}

export class TestMessage {
  expectedOutput: string | undefined;
  actualOutput: string | undefined;
  location: { readonly uri: Uri; readonly range: Range } | undefined;
  stackTrace: readonly TestMessageStackFrame[] | undefined;
  contextValue: string | undefined;
  constructor(readonly message: string) {}
}

export class TestMessageStackFrame {
  constructor(
    readonly label: string,
    readonly uri?: Uri,
    readonly position?: Position,
  ) {}
}

export class BranchCoverage {
  constructor(
    readonly executed: boolean,
    readonly location?: Position,
    readonly label?: string,
  ) {}
}

export class StatementCoverage {
  constructor(
    readonly executed: boolean,
    readonly location: Position,
    readonly branches: readonly BranchCoverage[] = [],
  ) {}
}

export class DeclarationCoverage {
  constructor(
    readonly name: string,
    readonly executed: boolean,
    readonly location: Position,
  ) {}
}

type Detail = StatementCoverage | DeclarationCoverage;
const share = (all: readonly { readonly executed: boolean }[]) => ({
  covered: all.filter(({ executed }) => executed).length,
  total: all.length,
});

export class FileCoverage {
  private constructor(
    readonly uri: Uri,
    readonly statementCoverage: object,
    readonly branchCoverage: object,
    readonly declarationCoverage: object,
  ) {}
  static fromDetails(uri: Uri, details: readonly Detail[]): FileCoverage {
    const statements = details.filter((each) => each instanceof StatementCoverage);
    const declarations = details.filter((each) => each instanceof DeclarationCoverage);
    return new FileCoverage(
      uri,
      share(statements),
      share(statements.flatMap(({ branches }) => branches)),
      share(declarations),
    );
  }
}

/** Lines below a line, in the order in which they came. */
export class FakeTestItems {
  readonly #items = new Map<string, FakeTestItem>();
  constructor(private readonly owner?: FakeTestItem) {}
  get size(): number {
    return this.#items.size;
  }
  get(id: string): FakeTestItem | undefined {
    return this.#items.get(id);
  }
  add(item: FakeTestItem): void {
    if (this.#items.get(item.id) === item) throw new Error("Theia can't take a line that is there once more");
    item.parent = this.owner;
    this.#items.set(item.id, item);
  }
  delete(id: string): void {
    this.#items.delete(id);
  }
  [Symbol.iterator](): Iterator<[string, FakeTestItem]> {
    return this.#items.entries();
  }
  get all(): readonly FakeTestItem[] {
    return [...this.#items.values()];
  }
}

export class FakeTestItem {
  readonly children = new FakeTestItems(this);
  parent: FakeTestItem | undefined;
  canResolveChildren = false;
  busy = false;
  sortText: string | undefined;
  description: string | undefined;
  range: Range | undefined;
  constructor(
    readonly id: string,
    readonly label: string,
    readonly uri?: Uri,
  ) {
    // Nothing of VS Code's can be deleted either.
    Object.seal(this);
  }
}

/** One run: what was told of each test, by its label. */
export class FakeTestRun {
  readonly states = new Map<string, string>();
  readonly messages = new Map<string, readonly TestMessage[]>();
  readonly coverage: FileCoverage[] = [];
  readonly requested = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.requested.event };
  output = "";
  ended = false;
  readonly #say =
    (state: string) =>
    (item: FakeTestItem, messages?: unknown): void => {
      if (this.ended) throw new Error("the run has ended");
      this.states.set(item.label, state);
      if (typeof messages === "object" && messages !== null)
        this.messages.set(item.label, [messages].flat() as TestMessage[]);
    };
  readonly enqueued = this.#say("enqueued");
  readonly started = this.#say("started");
  readonly passed = this.#say("passed");
  readonly failed = this.#say("failed");
  readonly errored = this.#say("errored");
  readonly skipped = this.#say("skipped");
  appendOutput(text: string): void {
    this.output += text;
  }
  addCoverage(coverage: FileCoverage): void {
    this.coverage.push(coverage);
  }
  end(): void {
    this.ended = true;
  }
}

export class TestRunRequest {
  constructor(
    readonly include?: readonly FakeTestItem[],
    readonly exclude?: readonly FakeTestItem[],
    readonly profile?: unknown,
    readonly continuous = false,
  ) {}
}

export interface FakeProfile {
  readonly label: string;
  readonly kind: TestRunProfileKind;
  readonly run: (request: TestRunRequest, token: unknown) => Promise<void>;
  readonly supportsContinuousRun: boolean;
  loadDetailedCoverage?: (run: FakeTestRun, coverage: FileCoverage) => Promise<readonly Detail[]>;
}

/** A test explorer's side of what an extension shows. */
export class FakeTestController {
  readonly items = new FakeTestItems();
  readonly profiles: FakeProfile[] = [];
  readonly runs: FakeTestRun[] = [];
  resolveHandler: ((item?: FakeTestItem) => Promise<void>) | undefined;
  refreshHandler: (() => Promise<void>) | undefined;
  constructor(readonly id: string) {}
  createTestItem(id: string, label: string, uri?: Uri): FakeTestItem {
    return new FakeTestItem(id, label, uri);
  }
  createRunProfile(
    label: string,
    kind: TestRunProfileKind,
    run: FakeProfile["run"],
    _isDefault?: boolean,
    _tag?: unknown,
    supportsContinuousRun = false,
  ): FakeProfile & { dispose(): void } {
    const profile = { label, kind, run, supportsContinuousRun, dispose: () => undefined };
    this.profiles.push(profile);
    return profile;
  }
  createTestRun(): FakeTestRun {
    const run = new FakeTestRun();
    this.runs.push(run);
    return run;
  }
  dispose(): void {
    // Nothing is kept.
  }
}
