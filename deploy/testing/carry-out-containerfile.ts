import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import type { ContainerStage, Step } from './read-containerfile.ts'

type Options = {
  stages: readonly ContainerStage[]
  target: string
  /** an empty folder, in which each stage gets one */
  folder: string
  /** the folder of the files that are sent to the builder */
  context: string
  buildArgs: Record<string, string>
}

export type Result = {
  /** the working directory of the target */
  directory: string
  environment: Record<string, string>
  /** the arguments of Node, which is the image's entry point */
  command: string[]
}

const assignments = (rest: string): Record<string, string> =>
  Object.fromEntries([...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))

/**
 * Carries a Containerfile's steps out on this machine, each stage in a folder instead of an image: what a builder would
 * do, but for the system below. The first stage's base and the target's base are taken to have Node.
 */
export const carryOutContainerfile = (options: Options): Result => {
  const { stages, target, folder, context, buildArgs } = options
  const stage = stages.find(({ name }) => name === target)
  if (!stage) throw new Error(`There is no stage ${target}.`)
  const result: Result = { directory: join(folder, target), environment: {}, command: [] }
  const inside = (path: string) =>
    path.startsWith('/') ? join(folder, target, path) : join(result.directory, path)
  const args: Record<string, string> = {}

  const copy = ({ flags, rest }: Step) => {
    const paths = rest.split(/\s+/)
    const to = paths.pop() ?? '.'
    const from = flags['from']
    if (from) carryOutOnce(options, from)
    for (const path of paths) {
      const isIntoFolder = to.endsWith('/') && path !== '.'
      const end = inside(isIntoFolder ? join(to, basename(path)) : to)
      mkdirSync(dirname(end), { recursive: true })
      cpSync(join(from ? join(folder, from) : context, path), end, {
        recursive: true,
        verbatimSymlinks: true,
      })
    }
  }
  const carryOut: Record<string, (step: Step) => void> = {
    WORKDIR: ({ rest }) => {
      result.directory = join(folder, target, rest)
      mkdirSync(result.directory, { recursive: true })
    },
    COPY: copy,
    ARG: ({ rest }) => {
      const value = buildArgs[rest]
      if (value !== undefined) args[rest] = value
    },
    ENV: ({ rest }) => Object.assign(result.environment, assignments(rest)),
    CMD: ({ rest }) => {
      result.command = v.parse(v.array(v.string()), JSON.parse(rest))
    },
    RUN: ({ rest }) => {
      // Packages that are on this machine need not be asked for again.
      const npm = { npm_config_prefer_offline: 'true' }
      const env = { ...npm, PATH: process.env['PATH'], HOME: process.env['HOME'], ...args }
      execFileSync('/bin/sh', ['-c', rest], { cwd: result.directory, env, stdio: 'pipe' })
    },
    // What only a container has.
    USER: () => undefined,
    EXPOSE: () => undefined,
    HEALTHCHECK: () => undefined,
  }
  for (const step of stage.steps) {
    const act = carryOut[step.instruction]
    if (!act) throw new Error(`${step.instruction} is not known here.`)
    act(step)
  }
  return result
}

const done = new Set<string>()

/** A stage that two others copy from is built once. */
const carryOutOnce = (options: Options, target: string) => {
  const place = join(options.folder, target)
  if (done.has(place)) return
  carryOutContainerfile({ ...options, target })
  done.add(place)
}
