import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import type { ContainerStage, Step } from './read-containerfile.ts'

type Options = {
  stages: readonly ContainerStage[]
  target: string
  /** An empty folder that receives one folder per stage. */
  folder: string
  /** The folder with the files that are sent to the builder. */
  context: string
  buildArgs: Record<string, string>
}

export type BuiltImage = {
  /** The working directory of the target. */
  directory: string
  environment: Record<string, string>
  /** The arguments of Node, which is the entry point of the image. */
  command: string[]
}

const parseAssignments = (rest: string): Record<string, string> =>
  Object.fromEntries([...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))

/**
 * Executes a Containerfile's steps on this machine, with a folder instead of an image for each stage, as a
 * builder would, but without the base system. Assumes that the bases of the first stage and of the target
 * contain Node.
 */
export const runContainerfile = (options: Options): BuiltImage => {
  const { stages, target, folder, context, buildArgs } = options
  const stage = stages.find(({ name }) => name === target)
  if (!stage) throw new Error(`The Containerfile has no stage ${target}.`)
  const image: BuiltImage = { directory: join(folder, target), environment: {}, command: [] }
  const inside = (path: string) =>
    path.startsWith('/') ? join(folder, target, path) : join(image.directory, path)
  const args: Record<string, string> = {}

  const copy = ({ flags, rest }: Step) => {
    const paths = rest.split(/\s+/)
    const to = paths.pop() ?? '.'
    const from = flags['from']
    if (from) runOnce(options, from)
    for (const path of paths) {
      const isIntoFolder = to.endsWith('/') && path !== '.'
      const destination = inside(isIntoFolder ? join(to, basename(path)) : to)
      mkdirSync(dirname(destination), { recursive: true })
      cpSync(join(from ? join(folder, from) : context, path), destination, {
        recursive: true,
        verbatimSymlinks: true,
      })
    }
  }
  const instructions: Record<string, (step: Step) => void> = {
    WORKDIR: ({ rest }) => {
      image.directory = join(folder, target, rest)
      mkdirSync(image.directory, { recursive: true })
    },
    COPY: copy,
    ARG: ({ rest }) => {
      const value = buildArgs[rest]
      if (value !== undefined) args[rest] = value
    },
    ENV: ({ rest }) => Object.assign(image.environment, parseAssignments(rest)),
    CMD: ({ rest }) => {
      image.command = v.parse(v.array(v.string()), JSON.parse(rest))
    },
    RUN: ({ rest }) => {
      // Uses packages from this machine's cache.
      const npm = { npm_config_prefer_offline: 'true' }
      const env = { ...npm, PATH: process.env['PATH'], HOME: process.env['HOME'], ...args }
      execFileSync('/bin/sh', ['-c', rest], { cwd: image.directory, env, stdio: 'pipe' })
    },
    // Instructions that only matter in a container.
    USER: () => undefined,
    EXPOSE: () => undefined,
    HEALTHCHECK: () => undefined,
  }
  for (const step of stage.steps) {
    const runInstruction = instructions[step.instruction]
    if (!runInstruction) throw new Error(`${step.instruction} is not supported.`)
    runInstruction(step)
  }
  return image
}

const finishedStages = new Set<string>()

/** Builds a stage only once, even if two other stages copy from it. */
const runOnce = (options: Options, target: string) => {
  const folder = join(options.folder, target)
  if (finishedStages.has(folder)) return
  runContainerfile({ ...options, target })
  finishedStages.add(folder)
}
