import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { until } from './engine.ts'

/** Starts a display without a screen; resolves to its name. */
const startDisplay = async (): Promise<{ display: string; screen: ChildProcess }> => {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [, , , number] = screen.stdio
  if (!(number instanceof Readable)) throw new Error('Xvfb has no way to say the number of its display')
  const [told] = (await once(createInterface({ input: number }), 'line')) as [string]
  return { display: `:${told.trim()}`, screen }
}

/**
 * What the console of a page says on the output of its browser, behind the place in its script: `CONSOLE JS ERROR …` of the
 * engine, `CONSOLE ERROR …` of the app. Of requests it says `CONSOLE NETWORK …`, or that access control refused what did not get
 * through. That a script came long before it was needed says something of the machine.
 */
const isComplaint = (line: string) =>
  /^(\S+: )?CONSOLE (?!NETWORK)(\w+ )?(ERROR|WARN)/.test(line) &&
  !/was preloaded using link preload|due to access control checks/.test(line)

/**
 * Starts WebKitWebDriver on a display of its own. The browsers that it starts store what they know in `folder`; what
 * their pages complain of comes out of its output.
 */
export const startWebKitDriver = async (path: string, folder: string) => {
  const { display, screen } = await startDisplay()
  // Free, because no driver of this process has it and no other process of these tests begins at the same number.
  const port = 20_000 + (process.pid % 10_000)
  const driver = spawn(path, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_FOLDER: folder,
      // Without a graphics card the compositor paints nothing.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // As root it has no sandbox.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const complaints: string[] = []
  for (const input of [driver.stdout, driver.stderr])
    createInterface({ input }).on('line', (line) => isComplaint(line) && complaints.push(line))

  const address = `http://127.0.0.1:${port}`
  await until('WebKitWebDriver', async () => ((await fetch(`${address}/status`)).ok ? true : undefined))
  return {
    address,
    complaints: () => complaints,
    stop: () => {
      driver.kill()
      screen.kill()
    },
  }
}
