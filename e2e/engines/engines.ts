import { chromiumEngine } from './chromium.ts'
import type { Engine } from './engine.ts'
import { firefoxEngine } from './firefox.ts'
import { webkitEngine } from './webkit.ts'

/** The engines of all browsers on phones. */
export const engines: readonly Engine[] = [chromiumEngine, firefoxEngine, webkitEngine]
