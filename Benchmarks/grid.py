"""The tiles of an image, as the server's grid numbers them. DeepZoom has eight levels more below, which start at one pixel."""

TILE = 256


def tiles(width, height):
    """Level, column and row of every tile. Level 0 fits into one tile."""
    sizes = [(width, height)]
    while max(sizes[-1]) > TILE:
        sizes.append(((sizes[-1][0] + 1) // 2, (sizes[-1][1] + 1) // 2))
    for level, (across, down) in enumerate(reversed(sizes)):
        for row in range(-(-down // TILE)):
            for column in range(-(-across // TILE)):
                yield level, column, row


def our_paths(name, size):
    return [f"/tiles/{name}/{level}/{column}/{row}.jpg" for level, column, row in tiles(*size)]


def iipsrv_paths(name, size):
    return [f"/?DeepZoom={name}_files/{level + 8}/{column}_{row}.jpg" for level, column, row in tiles(*size)]
