import { expose } from 'comlink'
import { copyFile } from './copy-file.ts'

expose(copyFile)
