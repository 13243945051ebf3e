/** A line of a Containerfile: `COPY`, its flags, and the rest. */
export type Step = { instruction: string; flags: Record<string, string>; rest: string }

/** The lines from one `FROM` to the next. */
export type ContainerStage = { name: string; base: string; steps: Step[] }

const parseStep = (line: string): Step => {
  const [, instruction = '', flagText = '', rest = ''] =
    /^(\w+)((?:\s+--[\w-]+=\S+)*)\s+(.*)$/s.exec(line) ?? []
  const flags: Record<string, string> = {}
  for (const [, name = '', value = ''] of flagText.matchAll(/--([\w-]+)=(\S+)/g)) flags[name] = value
  return { instruction, flags, rest }
}

/** Parses the stages of a Containerfile, in order. Supports only the grammar that ours uses. */
export const readContainerfile = (text: string): ContainerStage[] => {
  const steps = text
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(parseStep)
  const stages: ContainerStage[] = []
  for (const step of steps) {
    if (step.instruction === 'FROM') {
      const [base = '', name = ''] = step.rest.split(' AS ')
      stages.push({ name, base, steps: [] })
    } else stages.at(-1)?.steps.push(step)
  }
  return stages
}
