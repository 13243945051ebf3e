import type { enginePrograms } from '../../scripts/programs/engine-programs.ts'

/** The operations on a page that every driver supports. XPath selects elements (`words.ts`). */
export type EnginePage = {
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Goes back to the previous page, which may come from the back/forward cache. */
  back: () => Promise<void>
  /** Resolves when a matching element is on the page and visible. */
  see: (xpath: string) => Promise<void>
  click: (xpath: string) => Promise<void>
  /** Types into an empty field. */
  fill: (xpath: string, text: string) => Promise<void>
  /** Passes a file to an `input type=file`, which may be hidden. */
  give: (xpath: string, path: string) => Promise<void>
  /** The JSON value of an expression in the page. If the expression is a promise, its resolved value. */
  read: (expression: string) => Promise<unknown>
}

export type EngineBrowser = {
  page: EnginePage
  /** The errors and warnings in the console, without the browser's own messages about failed requests. */
  complaints: () => readonly string[]
  /** Closes the browser. Its stored data stays in the folder. */
  close: () => Promise<void>
}

/** A browser on this machine, with the facts that the main job depends on. The table in `docs/browsers.md` agrees. */
export type Engine = {
  name: keyof typeof enginePrograms
  /** Starts the browser with the data that an earlier browser stored in the same folder. */
  open: (folder: string) => Promise<EngineBrowser>
  /** Whether a file that is being uploaded outlives the page, because the app stores a copy. */
  copiesFiles: boolean
  /** Whether the driver's back/forward cache returns a page after "back". */
  cachesPages: boolean | 'sometimes'
}

/** ms between two checks of a page */
const between = 100

/** ms; the limit only ends a wait that can never succeed, also on a slow machine */
export const limit = 180_000

/** Repeats `look` until it returns a value. `what` describes the missing value in the error. */
export const until = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  const end = performance.now() + limit
  for (;;) {
    // While a page unloads, it cannot be read.
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`It never came: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, between))
  }
}
