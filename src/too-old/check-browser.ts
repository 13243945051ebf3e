import { isTooOld } from './is-too-old.ts'

/** The address of `too-old.ts`, built beside this script. */
declare const tooOldScript: string

/** Runs before the app, and replaces it in a browser that is too old. */
const root = document.querySelector('#root')
if (root && isTooOld(window)) {
  const page = document.createElement('main')
  root.replaceWith(page)
  const script = document.createElement('script')
  script.src = tooOldScript
  document.head.append(script)
}
