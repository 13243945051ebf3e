import type { enginePrograms } from '../../scripts/programs/engine-programs.ts'

/** A page of a browser, in the few words that every driver has. Elements are named by XPath (`words.ts`). */
export type EnginePage = {
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** To the page before, which may come out of the back/forward cache. */
  back: () => Promise<void>
  /** Resolves when such an element is on the page and visible. */
  see: (xpath: string) => Promise<void>
  click: (xpath: string) => Promise<void>
  /** Types into an empty field. */
  fill: (xpath: string, text: string) => Promise<void>
  /** Gives a file to an `input type=file`, which need not be visible. */
  give: (xpath: string, path: string) => Promise<void>
  /** The value of an expression in the page, as JSON has it; of a promise, what it resolves to. */
  read: (expression: string) => Promise<unknown>
}

export type EngineBrowser = {
  page: EnginePage
  /** The errors and warnings in the console, but for what the browser itself says of requests that failed. */
  complaints: () => readonly string[]
  /** Ends the browser; what it stored stays in its folder. */
  close: () => Promise<void>
}

/** A browser of this machine, and what the main job has to know of it: the table in `docs/browsers.md` says the same. */
export type Engine = {
  name: keyof typeof enginePrograms
  /** Starts it with what an earlier one stored in the same folder. */
  open: (folder: string) => Promise<EngineBrowser>
  /** Whether a file that is being uploaded outlives the page, by a copy of the app's own. */
  copiesFiles: boolean
  /** Whether a page that is left, and shown again by "back", comes out of the back/forward cache under its driver. */
  cachesPages: boolean | 'sometimes'
}

/** ms between two looks at a page */
const between = 100

/** ms; it only ends what will never come, on however slow a machine */
export const limit = 180_000

/** Looks until there is something to see; `what` names it where that never happens. */
export const until = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  const end = performance.now() + limit
  for (;;) {
    // A page that is just being left cannot be looked at.
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`It never came: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, between))
  }
}
