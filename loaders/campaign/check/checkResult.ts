/** One thing that a check found: a stable code, a sentence, where, and the next step. */
export interface CheckItem {
  code: string;
  message: string;
  where: string;
  next: string | null;
}

/** Problems keep a campaign from starting; notes are for the person who decides. */
export interface CheckResult {
  problems: CheckItem[];
  notes: CheckItem[];
  /** Hours that the campaign is expected to take, and those of them in which the incumbent is down. */
  hours: number;
  downtimeHours: number;
}

/** Collects what single checks find. */
export class Findings {
  readonly problems: CheckItem[] = [];
  readonly notes: CheckItem[] = [];

  problem(code: string, where: string, message: string, next: string | null = null): void {
    this.problems.push({code, where, message, next});
  }

  note(code: string, where: string, message: string, next: string | null = null): void {
    this.notes.push({code, where, message, next});
  }
}
