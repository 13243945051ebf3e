import { readdirSync, readFileSync } from 'node:fs'
import type { Browser } from './devtools.ts'

/** Resources that an upload used in pages and workers. CPU in ms, memory in bytes. */
export type Usage = { pageCpu: number; workerCpu: number; memory: number }

/** The length of a kernel tick, the unit of CPU times in `/proc`, in ms. */
const tick = 10

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The thread or process has ended since it was listed.
    return ''
  }
}

/** User and system time: the 12th and 13th field after the name, which may contain spaces. */
const parseCpuTime = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tick
}

const listThreads = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

const sample = (pids: readonly number[]): Usage => {
  const usage = { pageCpu: 0, workerCpu: 0, memory: 0 }
  for (const pid of pids) {
    const anonymous = /^RssAnon:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]
    usage.memory += Number(anonymous ?? 0) * 1024
    for (const thread of listThreads(pid)) {
      const cpu = parseCpuTime(read(`/proc/${pid}/task/${thread}/stat`))
      if (Number(thread) === pid) usage.pageCpu += cpu
      else if (read(`/proc/${pid}/task/${thread}/comm`).startsWith('DedicatedWorker')) usage.workerCpu += cpu
    }
  }
  return usage
}

/**
 * Measures from now on, on Linux only; elsewhere all values are 0. `stop` resolves with the CPU time and the
 * peak growth of the memory.
 */
export const watchRenderers = async (browser: Browser) => {
  const before = sample(await browser.renderers())
  let peak = before.memory
  const timer = setInterval(() => {
    void browser.renderers().then((pids) => {
      peak = Math.max(peak, sample(pids).memory)
    })
  }, 200)
  return {
    stop: async (): Promise<Usage> => {
      clearInterval(timer)
      const after = sample(await browser.renderers())
      return {
        pageCpu: after.pageCpu - before.pageCpu,
        workerCpu: after.workerCpu - before.workerCpu,
        memory: peak - before.memory,
      }
    },
  }
}
