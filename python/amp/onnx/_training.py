class Training:
    pass
