import type { Tracing, TracingOptions } from './create-tracing.ts'
import type { TracingSettings } from './tracing-env.ts'

type Options = Omit<TracingOptions, 'settings'> & { settings: TracingSettings | undefined }

/** Starts tracing if there is a collector. Otherwise does not even load the tracing code. */
export const startTracing = async ({ settings, ...options }: Options): Promise<Tracing | undefined> => {
  if (!settings) return undefined
  const { createTracing } = await import('./create-tracing.ts')
  return createTracing({ settings, ...options })
}
