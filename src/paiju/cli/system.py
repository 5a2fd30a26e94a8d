"""What the operating system refuses, in the language in force. Its own words are English."""

from __future__ import annotations

import errno
import os
from typing import Any, Final

import click

from paiju.cli.language import either

_ZH: Final = {
    errno.EACCES: "没有权限",
    errno.EPERM: "系统不允许",
    errno.ENOENT: "没有这个文件或目录",
    errno.EEXIST: "已经存在",
    errno.EISDIR: "这是目录，不是文件",
    errno.ENOTDIR: "路径中有一段不是目录",
    errno.ENAMETOOLONG: "名称太长",
    errno.ELOOP: "符号链接绕成了圈",
    errno.ENOSPC: "磁盘已满",
    errno.EDQUOT: "磁盘配额已满",
    errno.EFBIG: "文件太大",
    errno.EROFS: "文件系统只读",
    errno.EMFILE: "打开的文件太多",
    errno.EIO: "读写出错",
    errno.EPIPE: "管道的另一头已经关闭",
    errno.ENOMEM: "内存不够",
}


def reason(error: OSError) -> str:
    """Why, without the file; an error that has words of its own keeps them."""
    words = error.strerror or str(error)
    zh = _ZH.get(error.errno or 0)
    return either(words, zh if zh and words == os.strerror(error.errno or 0) else words)


def told(error: OSError) -> str:
    """The file, where one is named, and why."""
    return f"{error.filename}{either(': ', '：')}{reason(error)}" if error.filename else reason(error)


class InputFile(click.File):
    """A file to read, or - for the standard input; that it cannot be opened is told in the language in force."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            if isinstance(error.__context__, OSError):
                self.fail(f"{click.format_filename(value)!r}{either(': ', '：')}{reason(error.__context__)}", param, ctx)
            raise
