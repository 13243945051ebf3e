import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'

const fromNanoseconds = 1e-9

/** Measures memory, processor and event loop delay at each scrape. Returns a function that ends this. */
export const watchProcess = (meter: Meter, release: { version: string; commit: string }): (() => void) => {
  meter
    .createObservableGauge('product.build.info', { description: 'Always 1; version and commit are labels.' })
    .addCallback((result) => result.observe(1, release))

  meter
    .createObservableGauge('process.memory.usage.bytes', {
      description: 'Memory that the process has (rss), and of it that of JavaScript (heap).',
      unit: 'By',
    })
    .addCallback((result) => {
      const { rss, heapUsed } = process.memoryUsage()
      result.observe(rss, { type: 'rss' })
      result.observe(heapUsed, { type: 'heap' })
    })

  meter
    .createObservableCounter('process.cpu.seconds', { description: 'Processor time used.', unit: 's' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / 1e6)
    })

  meter
    .createObservableGauge('process.uptime.seconds', { description: 'Time since the start.', unit: 's' })
    .addCallback((result) => result.observe(process.uptime()))

  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  meter
    .createObservableGauge('nodejs.eventloop.delay.seconds', {
      description: 'How late the event loop was, since the reading before.',
      unit: 's',
    })
    .addCallback((result) => {
      result.observe(delay.percentile(50) * fromNanoseconds, { quantile: 'p50' })
      result.observe(delay.percentile(99) * fromNanoseconds, { quantile: 'p99' })
      result.observe(delay.max * fromNanoseconds, { quantile: 'max' })
      delay.reset()
    })
  return () => delay.disable()
}
