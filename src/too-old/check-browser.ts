/** Runs before the app. In a browser that is too old, replaces the app with another page (`too-old.ts`). */

import { isTooOld } from './is-too-old.ts'

/** The URL of the script that is built from `too-old.ts`. The build defines it. */
declare const tooOldScript: string

const root = document.querySelector('#root')
if (root && isTooOld(window)) {
  // `too-old.ts` fills this element. The app finds no `#root` and does not start.
  const page = document.createElement('main')
  root.replaceWith(page)
  const script = document.createElement('script')
  script.src = tooOldScript
  document.head.append(script)
}
