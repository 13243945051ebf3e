import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { until } from './engine.ts'

/** Starts a virtual display. Resolves with its name. */
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
 * Whether a line of the browser's output is an error or a warning in a page's console. The line starts with
 * the position in the script: `CONSOLE JS ERROR …` comes from the engine, `CONSOLE ERROR …` from the app.
 * Ignores messages about failed requests (`CONSOLE NETWORK …`, or refusals by access control), and about
 * scripts that were preloaded too early, which depend on the speed of the machine.
 */
const isComplaint = (line: string) =>
  /^(\S+: )?CONSOLE (?!NETWORK)(\w+ )?(ERROR|WARN)/.test(line) &&
  !/was preloaded using link preload|due to access control checks/.test(line)

/**
 * Starts WebKitWebDriver on its own display. Its browsers store their data in `folder`. Console messages of
 * their pages arrive in its output.
 */
export const startWebKitDriver = async (path: string, folder: string) => {
  const { display, screen } = await startDisplay()
  // Free: no other driver of this process has the port, and other test processes start at other numbers.
  const port = 20_000 + (process.pid % 10_000)
  const driver = spawn(path, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_FOLDER: folder,
      // Without a graphics card, the compositor paints nothing.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // WebKit has no sandbox as root.
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
