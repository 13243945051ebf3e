import { expect, test } from 'vitest'
import {
  folderLimit,
  addFolder,
  selectFromFolder,
  type DroppedEntry,
  type FileSelection,
} from './folder-files.ts'

const fileEntry = (name: string, isReadable = true): DroppedEntry => {
  const entry = {
    name,
    isFile: true,
    isDirectory: false,
    file: (done: (file: File) => void, failed: () => void) =>
      isReadable ? done(new File(['x'], name)) : failed(),
  }
  return entry
}

/** A folder that returns at most 100 entries at a time, like a browser. */
const folder = (name: string, entries: DroppedEntry[], isReadable = true): DroppedEntry => {
  const entry = {
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      const left = [...entries]
      return {
        readEntries: (done: (some: DroppedEntry[]) => void, failed: () => void) =>
          isReadable ? done(left.splice(0, 100)) : failed(),
      }
    },
  }
  return entry
}

const find = async (dropped: DroppedEntry) => {
  const selection: FileSelection = { files: [], unreadable: [], isTruncated: false }
  await addFolder(dropped, selection)
  return { ...selection, paths: selection.files.map(({ path }) => path) }
}
const many = (count: number) => Array.from({ length: count }, (_, index) => fileEntry(`${index}.jpg`))

test.each([
  ['empty', [], []],
  ['with files', [fileEntry('a.mp4'), fileEntry('b.mp4')], ['final/a.mp4', 'final/b.mp4']],
  [
    'with folders',
    [folder('half', [fileEntry('a.mp4')]), fileEntry('b.mp4')],
    ['final/half/a.mp4', 'final/b.mp4'],
  ],
  ['with what a system left there', [fileEntry('.DS_Store'), fileEntry('a.mp4')], ['final/a.mp4']],
] as const)('a folder %s returns its files with their paths', async (_, entries, paths) => {
  expect(await find(folder('final', [...entries]))).toMatchObject({
    paths,
    unreadable: [],
    isTruncated: false,
  })
})

test('finds all files, however many the browser returns at a time', async () => {
  expect((await find(folder('final', many(250)))).files).toHaveLength(250)
})

test('names unreadable files, and returns the rest', async () => {
  const dropped = folder('final', [
    fileEntry('a.mp4', false),
    folder('locked', [], false),
    fileEntry('b.mp4'),
  ])
  expect(await find(dropped)).toMatchObject({
    paths: ['final/b.mp4'],
    unreadable: ['final/a.mp4', 'final/locked'],
  })
})

test.each([
  [folderLimit, false],
  [folderLimit + 1, true],
])(
  'of %i files returns at most the limit, and says whether there are more: %s',
  async (count, isTruncated) => {
    const found = await find(folder('final', many(count)))
    expect(found.files).toHaveLength(folderLimit)
    expect(found.isTruncated).toBe(isTruncated)
  },
)

test('leaves out the files of the system, and what is beyond the limit, from a folder of a file input', () => {
  const chosen = (path: string) => ({ file: new File([], path.split('/').at(-1) ?? ''), path })
  const paths = (selection: FileSelection) => selection.files.map(({ path }) => path)
  const cup = selectFromFolder([chosen('cup/.DS_Store'), chosen('cup/__MACOSX/a'), chosen('cup/final.mp4')])
  expect(paths(cup)).toEqual(['cup/final.mp4'])
  expect(cup.isTruncated).toBe(false)
  const many = selectFromFolder(Array.from({ length: folderLimit + 1 }, (_, index) => chosen(`cup/${index}`)))
  expect(many.files).toHaveLength(folderLimit)
  expect(many.isTruncated).toBe(true)
})
