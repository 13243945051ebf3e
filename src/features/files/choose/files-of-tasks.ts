import type { ChosenFile } from '../../../uploads/commands.ts'
import type { UploadTask } from '../../../uploads/task.ts'

type Given = { task: UploadTask; chosen: ChosenFile }

/**
 * Matches the chosen files with uploads, by name and size, each once. The engine checks the given files more
 * closely; `others` match no upload.
 */
export const filesOfTasks = (
  tasks: readonly UploadTask[],
  files: readonly ChosenFile[],
): { given: Given[]; others: ChosenFile[] } => {
  const without = [...tasks]
  const given: Given[] = []
  const others: ChosenFile[] = []
  for (const chosen of files) {
    const { name, size } = chosen.file
    const place = without.findIndex((task) => task.name === name && task.size === size)
    const [task] = place === -1 ? [] : without.splice(place, 1)
    if (task) given.push({ task, chosen })
    else others.push(chosen)
  }
  return { given, others }
}
